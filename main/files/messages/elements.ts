import type { FileSource } from '../../../contract/batches/source.ts';

/** The elements of a `CstmrCdtTrfInitn` that Bursar reads, by path. All others count as not sent. */
export type Field =
  | 'messageId'
  | 'createdAt'
  | 'transactions'
  | 'controlSum'
  | 'group'
  | 'groupId'
  | 'groupMethod'
  | 'groupTransactions'
  | 'groupControlSum'
  | 'groupServiceLevel'
  | 'executionDate'
  | 'transaction'
  | 'instructionId'
  | 'endToEndId'
  | 'uetr'
  | 'serviceLevel'
  | 'amount'
  | 'equivalentAmount'
  | 'equivalentCurrency'
  | 'bic'
  | 'clearingSystem'
  | 'clearingMember'
  | 'accountName'
  | 'emailAddress'
  | 'iban'
  | 'otherAccount'
  | 'remittance'
  | 'structuredRemittance';

/** Fields that may be long: if one is too long, its row reports it. */
export const longFields: ReadonlySet<Field | null> = new Set([
  'accountName',
  'emailAddress',
  'iban',
  'otherAccount',
  'remittance',
  'executionDate',
  'structuredRemittance',
]);

export const messageElement = 'CstmrCdtTrfInitn';
const group = 'PmtInf';
const transaction = `${group}/CdtTrfTxInf`;
const agent = `${transaction}/CdtrAgt/FinInstnId`;
const fields: Readonly<Record<string, Field>> = {
  'GrpHdr/MsgId': 'messageId',
  'GrpHdr/CreDtTm': 'createdAt',
  'GrpHdr/NbOfTxs': 'transactions',
  'GrpHdr/CtrlSum': 'controlSum',
  [group]: 'group',
  [`${group}/PmtInfId`]: 'groupId',
  [`${group}/PmtMtd`]: 'groupMethod',
  [`${group}/NbOfTxs`]: 'groupTransactions',
  [`${group}/CtrlSum`]: 'groupControlSum',
  [`${group}/PmtTpInf/SvcLvl/Cd`]: 'groupServiceLevel',
  [`${group}/PmtTpInf/SvcLvl/Prtry`]: 'groupServiceLevel',
  [`${group}/ReqdExctnDt`]: 'executionDate',
  [`${group}/ReqdExctnDt/Dt`]: 'executionDate',
  [`${group}/ReqdExctnDt/DtTm`]: 'executionDate',
  [transaction]: 'transaction',
  [`${transaction}/PmtId/InstrId`]: 'instructionId',
  [`${transaction}/PmtId/EndToEndId`]: 'endToEndId',
  [`${transaction}/PmtId/UETR`]: 'uetr',
  [`${transaction}/PmtTpInf/SvcLvl/Cd`]: 'serviceLevel',
  [`${transaction}/PmtTpInf/SvcLvl/Prtry`]: 'serviceLevel',
  [`${transaction}/Amt/InstdAmt`]: 'amount',
  [`${transaction}/Amt/EqvtAmt/Amt`]: 'equivalentAmount',
  [`${transaction}/Amt/EqvtAmt/CcyOfTrf`]: 'equivalentCurrency',
  [`${agent}/BIC`]: 'bic',
  [`${agent}/BICFI`]: 'bic',
  [`${agent}/ClrSysMmbId/ClrSysId/Cd`]: 'clearingSystem',
  [`${agent}/ClrSysMmbId/ClrSysId/Prtry`]: 'clearingSystem',
  [`${agent}/ClrSysMmbId/MmbId`]: 'clearingMember',
  [`${transaction}/Cdtr/Nm`]: 'accountName',
  [`${transaction}/Cdtr/CtctDtls/EmailAdr`]: 'emailAddress',
  [`${transaction}/CdtrAcct/Id/IBAN`]: 'iban',
  [`${transaction}/CdtrAcct/Id/Othr/Id`]: 'otherAccount',
  [`${transaction}/RmtInf/Ustrd`]: 'remittance',
  [`${transaction}/RmtInf/Strd/CdtrRefInf/Ref`]: 'structuredRemittance',
  [`${transaction}/RmtInf/Strd/RfrdDocInf/Nb`]: 'structuredRemittance',
};

/** An element of the message at its position, however often it occurs. */
export type Place = {
  readonly name: string;
  readonly path: string;
  readonly field: Field | null;
  readonly inside: Map<string, Place>;
  /** In how many transactions or groups it had content that is not sent, and the last of these. */
  count: number;
  last: number;
  /** For a date, the latest in the message; otherwise empty. */
  latestDate: string;
  /** The last child opened in it. */
  latest: Place | null;
  /** The sibling that followed it last time, which is nearly always the next one again. */
  next: Place | null;
};

/** The positions in a message, found by name from the current one. */
export class Places {
  readonly root: Place = placeOf('', messageElement);
  #left = 10_000;

  /** The element of this name inside a position; null if the message has more kinds of elements than any real one. */
  inside(place: Place, name: string): Place | null {
    const before = place.latest;
    const guess = before === null ? null : before.next;
    // Comparing a name costs less than finding it in a map.
    const found = guess !== null && guess.name === name ? guess : this.#find(place, name);
    if (found === null) return null;
    if (before !== null) before.next = found;
    place.latest = found;
    return found;
  }

  #find(place: Place, name: string): Place | null {
    const known = place.inside.get(name);
    if (known !== undefined) return known;
    this.#left -= 1;
    if (this.#left < 0) return null;
    const made = placeOf(name, place === this.root ? name : `${place.path}/${name}`);
    place.inside.set(name, made);
    return made;
  }

  /** Elements that are not sent, in order of first appearance. */
  notCarried(): FileSource['notCarried'] {
    const found: FileSource['notCarried'] = [];
    const visit = (place: Place): void => {
      const { count, latestDate } = place;
      const field = place.path.replace(/^PmtInf\/(?=CdtTrfTxInf)/, '');
      if (count > 0) found.push({ field, count, ...(latestDate === '' ? {} : { latestDate }) });
      for (const inner of place.inside.values()) visit(inner);
    };
    visit(this.root);
    return found;
  }
}

function placeOf(name: string, path: string): Place {
  return {
    name,
    path,
    field: fields[path] ?? null,
    inside: new Map(),
    count: 0,
    last: -1,
    latestDate: '',
    latest: null,
    next: null,
  };
}
