import type { Settings } from '../../settings.ts';

const labels: Record<keyof Settings, string> = {
  appearance: 'Appearance',
  density: 'Density',
  duplicateWindowDays: 'Days for duplicates',
  releaseLimits: 'Release limits',
  lowBalanceLimits: 'Low balance alerts',
  floors: 'Balance floors',
  bookAccounts: 'Accounts of the books',
  mutedNotifications: 'Muted notifications',
  savedViews: 'Saved views',
  columnMappings: 'Column mappings',
  sheetColumns: 'Columns of sheets',
  templates: 'Templates',
  methodRules: 'Methods of payment files',
  updateFeedUrl: 'Update address',
  currentProfile: 'Current profile',
  callbackListener: 'Callback listener',
  ignoredTestFlags: 'Acknowledged test flags',
  approvalFolder: 'Shared folder of signed files',
  witnessFile: 'Witness file',
  payeePolicy: 'Payee policy',
  personName: 'Your name',
};

/** The name of a setting for people; an unknown setting has the name under which it is stored. */
export function settingLabel(name: string): string {
  return Object.hasOwn(labels, name) ? labels[name as keyof Settings] : name;
}
