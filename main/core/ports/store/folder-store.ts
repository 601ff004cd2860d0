import type { Check } from '../../../../contract/maintenance/check.ts';
import type { Result } from '../../../../contract/result.ts';
import type { OlderRecords } from '../../../../contract/treasury/attention.ts';
import type { JobControl } from '../background-work.ts';

/** The data folder that contains the database. The rules for every method are on Store. */
export interface FolderStore {
  /**
   * When an earlier process of this data folder may last have sent something; 0 if there was none. Its requests count towards
   * the rate limit too (invariant I7).
   */
  readonly lastUseAt: number;
  /** What opening the folder found about the age of the records; null if they are as new as what was sent. */
  readonly foundOlder: OlderRecords | null;
  /** The notice that the records were found older than what was sent, or restored, until it is dismissed. */
  olderRecords(): OlderRecords | null;
  dismissOlderRecords(): void;
  /** Facts about the database for `doctor`: SQLite version, pragmas, file sizes and modes, quick check. */
  examine(): Check[];
  /** Tables, or else indexes and triggers, that another program dropped, as "table history". */
  missingParts(): string[];
  /**
   * Copies the database while it is in use, checks the copy, and renames it into place; refuses an existing file. The job counts
   * bytes; stopped, it leaves no file (`stopped`).
   */
  backup(path: string, job?: JobControl): Promise<Result<{ path: string; bytes: number }>>;
  close(): void;
}
