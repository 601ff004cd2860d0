/**
 * States of a payment with something left to send, or to learn from the gateway. In a separate file, because the page's first queries
 * are loaded without the schema library.
 */
export const openStates = ['awaited', 'queued', 'sending', 'unknown', 'accepted'] as const;
