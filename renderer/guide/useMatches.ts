import { useEffect, useRef, useState, type RefObject } from 'react';

/** The matches of a text inside an element, each marked; `showNext` moves from one to the next. The desktop window has no built-in search. */
export function useMatches(inside: RefObject<HTMLElement | null>, sought: string) {
  const [count, setCount] = useState(0);
  const matches = useRef<Range[]>([]);
  const place = useRef(-1);
  useEffect(() => {
    const found = inside.current === null ? [] : rangesOf(inside.current, sought.trim().toLowerCase());
    matches.current = found;
    place.current = -1;
    setCount(found.length);
    CSS.highlights.set('guide-match', new Highlight(...found));
    return () => {
      CSS.highlights.delete('guide-match');
      CSS.highlights.delete('guide-match-here');
    };
  }, [inside, sought]);
  const showNext = () => {
    const next = (place.current + 1) % Math.max(1, matches.current.length);
    const range = matches.current[next];
    if (range === undefined) return;
    place.current = next;
    const here = new Highlight(range);
    here.priority = 1;
    CSS.highlights.set('guide-match-here', here);
    range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  };
  return { count, showNext };
}

/** Matches do not extend from one piece of text into the next, for instance into a bold word. */
function rangesOf(element: HTMLElement, sought: string): Range[] {
  if (sought === '') return [];
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase();
    for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + sought.length);
      ranges.push(range);
    }
  }
  return ranges;
}
