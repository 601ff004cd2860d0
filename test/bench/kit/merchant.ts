/** The merchant of every benchmark. */
export const merchantCode = 'BENCH';
/** For the bare loop, which signs nothing. */
export const merchantSecret = 'bench-secret';
/** An address that the sandbox does not call. */
export const callbackUrl = 'https://merchant.example/callbacks';
