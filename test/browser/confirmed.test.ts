import { withSharedApp } from './kit/shared-app.ts';
import './confirmed/payees.ts';
import './confirmed/approvals.ts';
import './confirmed/payee-policy.ts';
import './confirmed/callbacks.ts';

// Payees, approvals and callbacks, whose changes are confirmed outside the page. What follows a policy releases nothing that it stops.
withSharedApp('confirmed', { isConfirming: true });
