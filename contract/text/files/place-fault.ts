/** The intended use: of a file, or (`used`) of a folder. */
type PlaceUse = 'read' | 'written' | 'used';

/** Why a file or folder cannot be read, written or used, from the system's error name (`ENOENT`). The caller adds what to do. */
export function placeFaultText(place: string, use: PlaceUse, code: string | null): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      if (use === 'written') return `${place} cannot be written: its folder does not exist.`;
      return code === 'ENOTDIR' && use === 'used' ? `${place} is not a folder.` : `${place} does not exist.`;
    case 'EISDIR':
      return `${place} is a folder.`;
    case 'EEXIST':
      return `${place} already exists.`;
    case 'EACCES':
    case 'EPERM':
      return `${place} cannot be ${use}: you have no permission.`;
    case 'EROFS':
      return `${place} cannot be ${use}: the disk is read-only.`;
    case 'ENAMETOOLONG':
      return `${place} cannot be ${use}: its name is too long.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `${place} cannot be ${use}: the disk is full.`;
    default:
      return `${place} cannot be ${use}${code === null ? '' : ` (${code})`}.`;
  }
}
