import type { Command, WholeCommand } from '../command.ts';
import { app } from './program/app.ts';
import { approvalCommands } from './approval.ts';
import { approverCommands } from './approver.ts';
import { attentionCommands } from './attention.ts';
import { auditCommands } from './audit.ts';
import { batchCommands } from './batch.ts';
import { callbackCommands } from './receiving/callbacks.ts';
import { demo } from './program/demo.ts';
import { evidenceCommands } from './evidence.ts';
import { incomingCommands } from './receiving/incoming.ts';
import { linkCommands } from './receiving/link.ts';
import { pay } from './pay.ts';
import { payeeCommands } from './payee.ts';
import { payout, payouts, payoutsExport } from './payouts.ts';
import { draftCommands } from './prepare.ts';
import { profileCommands } from './profile.ts';
import { referenceCommands } from './reference.ts';
import { resume } from './resume.ts';
import { runDue } from './run-due.ts';
import { sandbox } from './program/sandbox.ts';
import { settingsCommands } from './settings.ts';
import { templateCommands } from './template.ts';
import { treasuryCommands } from './treasury/index.ts';
import { maintenanceCommands } from './maintenance.ts';

const listed: readonly Command[] = [
  app,
  demo,
  sandbox,
  ...profileCommands,
  pay,
  ...draftCommands,
  resume,
  runDue,
  ...batchCommands,
  ...templateCommands,
  payouts,
  payoutsExport,
  payout,
  ...payeeCommands,
  ...approverCommands,
  ...approvalCommands,
  ...incomingCommands,
  ...treasuryCommands,
  ...referenceCommands,
  ...callbackCommands,
  ...linkCommands,
  ...settingsCommands,
  ...attentionCommands,
  ...auditCommands,
  ...evidenceCommands,
  ...maintenanceCommands,
];

/** Every command of `bursar`, in the order in which the help lists them. */
export const commands: readonly WholeCommand[] = listed.map((command) => ({
  arguments: [],
  options: {},
  usage: [command.name, ...(command.arguments ?? []).map(({ name }) => name)].join(' '),
  ...command,
}));
