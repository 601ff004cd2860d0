import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { paymentStates } from '../../contract/payments/payment-states.ts';
import { stateLabel } from '../../contract/text/states.ts';
import { readGuide } from '../../scripts/vite/guide.ts';

const markdown = readFileSync(path.resolve(import.meta.dirname, '../../docs/guide.md'), 'utf8');
/** Words in bold that are no label of the program. */
const noLabels = new Set(['Daily cash', 'floor']);

const noPicture = (src: string) => ({ src, width: 1, height: 1 });

describe('the guide in the app', () => {
  it('has every section, table row and image of docs/guide.md, and every link leads to a heading', () => {
    const guide = readGuide(markdown, noPicture);
    const lines = (start: string) => markdown.split('\n').filter((line) => line.startsWith(start));
    expect(guide.sections.map(({ title }) => `## ${title}`)).toEqual(lines('## '));
    const rows = guide.blocks.flatMap((block) => (block.kind === 'table' ? [1, 1, ...block.rows] : []));
    expect(rows).toHaveLength(lines('|').length);
    const all = JSON.stringify(guide.blocks);
    expect(all.match(/"kind":"picture"/g)).toHaveLength(markdown.match(/!\[/g)?.length ?? 0);
    const ids = guide.blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
    const targets = [...all.matchAll(/"to":"([^"]*)"/g)].map(([, to]) => to);
    expect(targets).toContain('payees');
    expect(targets.filter((to) => !ids.includes(to ?? ''))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names only buttons, fields and screens that the program has', () => {
    const root = path.resolve(import.meta.dirname, '../..');
    const program = globSync('{contract,renderer,main}/**/*.{ts,tsx}', { cwd: root })
      .map((name) => readFileSync(path.join(root, name), 'utf8').replaceAll(/\s+/g, ' '))
      .join('\n');
    const states = new Set(paymentStates.map(stateLabel));
    // Sentences in bold begin a paragraph; `…` and numbers stand for what the program fills in.
    const labels = [...markdown.matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, bold = '']) => bold)
      .filter((bold) => !bold.endsWith('.') && !noLabels.has(bold))
      .flatMap((bold) => bold.split(/, (?=[A-Z])/));
    expect(labels.length).toBeGreaterThan(50);
    const unknown = labels.filter(
      (label) => !states.has(label) && !label.split(/…|\d+/).every((part) => program.includes(part.trim())),
    );
    expect(unknown).toEqual([]);
  });

  it.each(['<script>alert(1)</script>', 'Text with <b>markup</b>', '> A quotation'])(
    'cannot be built with content that the page does not draw: %s',
    (wrong) => {
      expect(() => readGuide(wrong, noPicture)).toThrow('cannot draw');
    },
  );

  it('keeps the text of external links, without their addresses', () => {
    const { blocks } = readGuide('See [there](https://elsewhere.example) & `<b>`.', noPicture);
    expect(blocks).toEqual([
      {
        kind: 'paragraph',
        inline: [
          { kind: 'text', text: 'See ' },
          { kind: 'text', text: 'there' },
          { kind: 'text', text: ' & ' },
          { kind: 'code', text: '<b>' },
          { kind: 'text', text: '.' },
        ],
      },
    ]);
  });
});
