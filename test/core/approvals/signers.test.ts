import { describe, expect, it, vi } from 'vitest';
import { personText } from '../../../contract/text/approvals.ts';
import { causeText } from '../../../contract/text/cause-text.ts';
import { eventDetail } from '../../../contract/text/activity/event-detail.ts';
import { createWitnessFile } from '../../../main/files/index.ts';
import type { Evidence } from '../../../main/core/ports/index.ts';
import { readCause } from '../../../main/store/audit/read-cause.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { openColleague } from '../../kit/people.ts';
import { newAuditKey } from '../maintenance/records.ts';
import { openTwoPeople, prepareElsewhere, type TwoPeople } from './two-people.ts';
import { verifyArchive } from '../payouts/evidence/packs.ts';

const fingerprint = /([a-z2-9]{4} ){7}[a-z2-9]{4}/;
const approvalKinds = ['approvalRequested', 'approved', 'approvalRejected', 'approvalWithdrawn'];

const evidence = (): Evidence => ({ auditKey: newAuditKey(), witnessFile: createWitnessFile() });

/** What the log says of approvals, the newest first, with the detail of each. */
async function told({ office }: TwoPeople): Promise<string[]> {
  const { events } = await office.get('audit.list', { kinds: approvalKinds, limit: 100 });
  return events.map(({ cause, detail }) => `${cause}. ${detail ?? ''}`);
}

/** Everything that stands in the tables of the PDF of an evidence pack of a batch, and what the verifier says of the pack. */
async function evidenceOf({ office }: TwoPeople, batchId: string): Promise<{ paper: string; notes: string }> {
  const print = vi.spyOn(office.parts.files, 'writePdf');
  const { bytes } = await office.get('evidence.create', { subject: { kind: 'batch', batchId } });
  const { isWhole, notes } = verifyArchive(bytes);
  expect(isWhole).toBe(true);
  return { paper: JSON.stringify(print.mock.calls.at(-1)?.[0].parts), notes: notes.join('\n') };
}

describe('the name of an approver', () => {
  it('is the enrolled name of the key, with the name that its holder signed under, everywhere', async () => {
    const people = await openTwoPeople(undefined, { evidence: evidence() });
    const { office, ann, prepare, importFile } = people;
    const { batchId, request } = await prepare();
    await importFile(await ann.sign(request, { name: 'Carol Smith, CFO', note: 'Seen.' }));
    const [approved = ''] = await told(people);
    expect(approved).toMatch(
      /^Approved by Ann \(signed as “Carol Smith, CFO”\), imported\. Fingerprint .{39}\. Note: Seen\.$/,
    );
    expect(approved).toMatch(fingerprint);
    const [{ by } = { by: null }] = await office.get('approvals.list', { limit: 1 });
    expect(by === null ? null : personText(by)).toBe('Ann (signed as “Carol Smith, CFO”)');
    const { paper, notes } = await evidenceOf(people, batchId);
    expect(paper).toContain(approved);
    expect(notes).toContain(': approved by Ann (signed as “Carol Smith, CFO”), with the personal key ');
    await importFile(await (await openColleague(office.parts, 'Ben')).approve(request));
    await office.releaseAll(batchId);
    const { events } = await office.get('audit.list', { kinds: ['released'], limit: 10 });
    expect(events.flatMap(({ detail }) => detail ?? [])).toEqual([
      expect.stringMatching(/^Counted 1 approval: Ann \(fingerprint .{39}\)$/),
    ]);
    expect((await evidenceOf(people, batchId)).paper).toContain('Counted 1 approval: Ann (fingerprint');
    expect((await office.get('audit.verify', {})).problems).toEqual([]);
  });

  it('is that of an unenrolled key, whatever enrolled name it signed under', async () => {
    const people = await openTwoPeople(undefined, { evidence: evidence() });
    const { office, prepare, importFile } = people;
    const other = await openColleague(office.parts, 'Ann', createMemoryApprovalKeys());
    const { batchId, request } = await prepare();
    await importFile(await other.reject(request));
    const [rejected = ''] = await told(people);
    expect(rejected).toMatch(
      /^Rejected by a key that is not enrolled \(signed as “Ann”\), imported\. Fingerprint .{39}\. Note: Not ours\.$/,
    );
    const { paper, notes } = await evidenceOf(people, batchId);
    expect(paper).toContain(rejected);
    expect(notes).toContain(
      ': rejected by a key that is not enrolled (signed as “Ann”), with the personal key',
    );
  });

  it('from an older Bursar, which recorded only the name in the file, is shown as a name that somebody signed under', () => {
    const older = readCause('{"code":"approved","by":"Ann"}', '{"requestHash":"a","file":"b"}');
    expect(causeText(older)).toBe('Approved by someone who signed as “Ann”, recorded');
    expect(eventDetail(older, '{"requestHash":"a","file":"b"}')).toBeNull();
    const requested = readCause('{"code":"approvalRequested"}', null);
    expect(causeText(requested, { user: 'root', name: null })).toBe(
      'An approval request was recorded by system user root',
    );
  });
});

describe('the name of the person who requested an approval', () => {
  it('is that of the person here, or of the key that signed the request imported here', async () => {
    const people = await openTwoPeople();
    const { office, prepare, importFile } = people;
    await office.get('settings.change', { personName: 'Otto Lund' });
    const ben = await openColleague(office.parts, 'Ben');
    await importFile((await prepareElsewhere(ben, office)).request);
    await prepare(['30.00']);
    const [own, imported] = await told(people);
    expect(own).toMatch(/^An approval was requested by Otto Lund\. Signed as “Otto”\. Fingerprint .{39}\.$/);
    expect(imported).toMatch(
      /^An approval request of a key that is not enrolled \(signed as “Ben”\) was imported by Otto Lund\. Fingerprint/,
    );
  });
});
