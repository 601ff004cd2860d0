import type { Result } from '../../contract/result.ts';
import type {
  CallOptions,
  GatewayClient,
  GatewayInput,
  GatewayOperationName,
  GatewayOutput,
} from '../../main/core/ports/index.ts';

type Answers = {
  readonly [Name in GatewayOperationName]?: (
    input: GatewayInput<Name>,
    options: CallOptions,
  ) => Promise<Result<GatewayOutput<Name>>>;
};

/** A client that returns these answers; any other call is a bug in the code under test. */
export function gatewayDouble(answers: Answers): GatewayClient {
  return {
    call(operation, input, options) {
      const answer = answers[operation];
      if (answer === undefined) throw new Error(`nothing here calls ${operation}`);
      return answer(input, options);
    },
    clockDifferenceSeconds: () => null,
    gatewayNow: () => null,
    complaintsIn: () => [],
    close: () => Promise.resolve(),
  };
}
