import type { OperationInput } from '../../../contract/operations.ts';

export type HistoryQuery = Omit<OperationInput<'payouts.list'>, 'limit' | 'after'>;

/** What a person asks a history for: filters, orders and searches, each in one variant a round. */
export const historyQueries: Readonly<Record<string, (round: number) => HistoryQuery>> = {
  'newest first': () => ({}),
  'by state': (round) => ({
    filter: { states: [(['paid', 'failed', 'draft'] as const)[round % 3] ?? 'paid'] },
  }),
  'by state and currency': () => ({ filter: { states: ['failed', 'rejected'], currencyCodes: ['JPY'] } }),
  'by batch': (round) => ({ filter: { batchId: `bench${round % 8}` } }),
  'by dates': () => ({ filter: { from: '2024-02-15T00:00:00Z', until: '2024-06-01T00:00:00Z' } }),
  'by amounts': (round) => ({
    filter: { amountFrom: `${5000 + round * 1000}`, amountUntil: `${5001 + round * 1000}` },
  }),
  'largest first': () => ({ order: 'amountDown' }),
  'smallest first, by state': () => ({ order: 'amountUp', filter: { states: ['failed'] } }),
  'by name': () => ({ order: 'name' }),
  'by name, by batch': (round) => ({ order: 'name', filter: { batchId: `bench${round % 8}` } }),
  'search that finds one': (round) => ({ filter: { search: `2026-${123_456 + round * 7919}` } }),
  'search that finds many': () => ({ filter: { search: 'brückner' } }),
  'search that finds none': (round) => ({ filter: { search: `nobody ${round}` } }),
  'search of two characters': () => ({ filter: { search: 'sa' } }),
  'search by state': () => ({ filter: { search: 'timber', states: ['conflict'] } }),
  'search, largest first': () => ({ filter: { search: 'denki kk 12' }, order: 'amountDown' }),
};

export const queryRounds = 30;
/** As many as the page asks for at once. */
export const payoutsOnAPage = 200;
