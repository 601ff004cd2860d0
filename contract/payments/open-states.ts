/**
 * States of a payment of which something is still to be sent, or to be known from the gateway. By themselves, since what the page asks first
 * is loaded without the library that reads answers.
 */
export const openStates = ['awaited', 'queued', 'sending', 'unknown', 'accepted'] as const;
