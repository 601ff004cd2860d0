import { expect, it } from 'vitest';
import type { AppError, ErrorCode } from '../../../contract/errors.ts';
import { fail, succeed } from '../../../contract/result.ts';
import { usefulnessOf } from '../../../main/core/payments/decision.ts';
import { createHealth } from '../../../main/core/sending/health.ts';
import { createResponseTracker } from '../../../main/core/sending/response-tracker.ts';
import { systemClock } from '../../../main/system.ts';

it('a run reports the gateway’s latest behaviour, not how its silence began', () => {
  const said: (ErrorCode | null)[] = [];
  let now = 0;
  const hearing = createResponseTracker(
    {
      clock: { ...systemClock, now: () => (now += 60_000) },
      onSilence: (error: AppError | null) => said.push(error?.code ?? null),
    },
    createHealth(),
    { until: 'final', silenceLimitMs: Infinity },
  );
  const hear = (code: ErrorCode): unknown =>
    hearing.track({ usefulness: usefulnessOf(code) }, fail(code, 'planted'));
  for (let asked = 0; asked < 5; asked += 1) hear('gatewayNoAnswer');
  hear('gatewayAnswerUnreadable');
  hear('gatewayAnswerUnreadable');
  hear('stopped');
  hear('gatewayServerError');
  hearing.track({ usefulness: 'useful' }, succeed({}));
  expect(said).toEqual(['gatewayNoAnswer', 'gatewayAnswerUnreadable', 'gatewayServerError', null]);
});
