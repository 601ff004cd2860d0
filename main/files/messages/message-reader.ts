import type {
  FileSource,
  MethodRule,
  PaymentTraits,
  UncoveredPayments,
} from '../../../contract/batches/source.ts';
import { parseDecimal, zeroDecimal } from '../../../contract/money/decimal.ts';
import type { FaultAt } from '../../../contract/errors.ts';
import type { TableRecord } from '../tables/table.ts';
import { longFields, messageElement, Places, type Field, type Place } from './elements.ts';
import { Sums } from './sums.ts';
import { Transaction } from './transaction.ts';
import { XmlRefused, type XmlAttributes, type XmlHandler } from '../xml/xml-parser.ts';

const messageName = /pain\.001\.\d{3}\.(\d{2})/;
const oldestVersion = 3;
const longestText = 10_000;
const isoDate = /^\d{4}-\d{2}-\d{2}/;
const longestId = 250;
const mostUncovered = 1000;
const mostUnreadAmounts = 100;

/** What a `PmtInf` says of all its transactions. */
type GroupField = Exclude<Extract<Field, `group${string}`>, 'group'>;

/** Parses a `CstmrCdtTrfInitn` into rows. */
export class MessageReader implements XmlHandler {
  isMessage = false;
  readonly #rules: readonly MethodRule[];
  readonly #places = new Places();
  readonly #path: Place[] = [];
  #hasEnded = false;
  #name = 'pain.001';
  #prefix = '';
  #declaration = 'xmlns';
  #text = '';
  /** The currency of the amount that was opened last. */
  #currency = '';
  #isLeaf = false;
  readonly #stated: Partial<Record<Field, string>> = {};
  readonly #all = new Sums();
  readonly #problems: FaultAt[] = [];
  #unreadAmounts = 0;
  #group: Partial<Record<GroupField, string>> = {};
  #groupSums = new Sums();
  #transaction: Transaction | null = null;
  /** Counts groups and transactions, so that each counts an element once. */
  #owner = 0;
  #rows: TableRecord[] = [];
  readonly #uncovered = new Map<string, { traits: PaymentTraits; transactions: number }>();
  #agents: Place[] = [];

  constructor(rules: readonly MethodRule[]) {
    this.#rules = rules;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (!this.isMessage || this.#hasEnded) {
      this.#openAround(name, attributes);
      return;
    }
    const outer = this.#path.at(-1) ?? this.#places.root;
    this.#keepMixed(outer);
    if (name.length > longestId) throw new XmlRefused('has a longer name of an element than any message.');
    const place = this.#places.inside(outer, this.#ownName(name, attributes));
    if (place === null) throw new XmlRefused('has more kinds of elements than any payment file.');
    this.#path.push(place);
    this.#text = '';
    this.#isLeaf = true;
    if (place.field === 'group') {
      this.#owner += 1;
      this.#group = {};
      this.#groupSums = new Sums();
    } else if (place.field === 'transaction') {
      this.#owner += 1;
      this.#transaction = new Transaction();
      this.#agents = [];
    } else if (place.field === 'amount' || place.field === 'equivalentAmount') {
      this.#currency = attributes['Ccy']?.trim() ?? '';
      if (this.#currency.length > longestId) throw tooLong(`${place.path}/@Ccy`);
    }
  }

  #openAround(name: string, attributes: XmlAttributes): void {
    for (const [attribute, value] of Object.entries(attributes))
      if (attribute.startsWith('xmlns')) this.#readNamespace(value);
    const [local, prefix = ''] = name.split(':').toReversed();
    if (local !== messageElement) return;
    if (this.isMessage) throw new XmlRefused('holds several messages. Split it, one message a file.');
    this.isMessage = true;
    if (prefix === '') return;
    this.#prefix = `${prefix}:`;
    this.#declaration = `xmlns:${prefix}`;
  }

  #readNamespace(value: string): void {
    const match = messageName.exec(value);
    if (match === null) return;
    [this.#name] = match;
    if (Number(match[1]) < oldestVersion)
      throw new XmlRefused(`is a ${this.#name}; Bursar reads pain.001.001.03 and later.`);
  }

  /** The name without the prefix of the message. An element of another namespace gets a name that means nothing here. */
  #ownName(name: string, attributes: XmlAttributes): string {
    const declared = attributes[this.#declaration];
    if (declared !== undefined && !messageName.test(declared)) return `:${name}`;
    if (this.#prefix === '') return name;
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : `:${name}`;
  }

  text(text: string): void {
    if (this.isMessage && !this.#hasEnded && this.#text.length < longestText) this.#text += text;
  }

  close(): void {
    const place = this.#path.pop();
    if (place === undefined) {
      if (this.isMessage) this.#hasEnded = true;
      return;
    }
    if (this.#isLeaf) this.#keep(place, this.#text.trim());
    else this.#keepMixed(place);
    this.#text = '';
    this.#isLeaf = false;
    if (place.field === 'transaction') this.#endTransaction();
    else if (place.field === 'group') this.#endGroup();
  }

  /** Text beside elements is not a field of a message, whatever it contains. */
  #keepMixed(place: Place): void {
    if (this.#text !== '' && this.#text.trim() !== '') this.#notCarried(place);
    this.#text = '';
  }

  #notCarried(place: Place): void {
    if (place.last === this.#owner) return;
    place.last = this.#owner;
    place.count += 1;
  }

  #keep(place: Place, text: string): void {
    const { field } = place;
    if (text === '') return;
    // A text whose end was dropped, because leading characters used up the limit, is a different text.
    const isLong = text.length > longestId ? !longFields.has(field) : this.#text.length >= longestText;
    if (field !== null && isLong) throw tooLong(place.path);
    switch (field) {
      case null:
        this.#notCarried(place);
        return;
      case 'executionDate': {
        this.#notCarried(place);
        const [date = ''] = isoDate.exec(text) ?? [];
        if (date > place.latestDate) place.latestDate = date;
        return;
      }
      case 'group':
      case 'transaction':
        return;
      case 'messageId':
      case 'createdAt':
      case 'transactions':
      case 'controlSum':
        if (this.#stated[field] !== undefined) throw twice(place);
        this.#stated[field] = text;
        return;
      case 'groupId':
      case 'groupMethod':
      case 'groupServiceLevel':
      case 'groupTransactions':
      case 'groupControlSum':
        this.#keepOfGroup(place, field, text);
        return;
      default:
        this.#keepOfTransaction(place, field, text);
    }
  }

  #keepOfGroup(place: Place, field: GroupField, text: string): void {
    const isKept = this.#group[field] !== undefined;
    if (isKept && field !== 'groupServiceLevel') throw twice(place);
    const isOfRows = field !== 'groupTransactions' && field !== 'groupControlSum';
    if (isOfRows && this.#groupSums.transactions > 0)
      throw new XmlRefused(`has ${place.path} behind a transaction to which it applies.`);
    if (isKept) this.#notCarried(place);
    else this.#group[field] = text;
  }

  #keepOfTransaction(place: Place, field: Field, text: string): void {
    if (field === 'bic' || field === 'clearingMember') this.#agents.push(place);
    if (this.#transaction?.keep(field, text, this.#currency) === true) return;
    if (field === 'serviceLevel') this.#notCarried(place);
    else throw twice(place);
  }

  #endTransaction(): void {
    if (this.#transaction === null) return;
    const { groupId = '', groupMethod = '', groupServiceLevel = '' } = this.#group;
    const amount = parseDecimal(this.#transaction.amount());
    this.#all.add(amount ?? zeroDecimal);
    this.#groupSums.add(amount ?? zeroDecimal);
    if (amount === null && (this.#unreadAmounts += 1) <= mostUnreadAmounts)
      this.#problems.push({
        field: `PmtInf ${groupId}/CdtTrfTxInf/Amt`,
        value: this.#transaction.amount().slice(0, 120),
        fault: { code: 'messageAmount', transaction: this.#all.transactions },
      });
    const { record, rule, traits } = this.#transaction.toRecord(
      this.#all.transactions,
      { id: groupId, method: groupMethod, serviceLevel: groupServiceLevel },
      this.#rules,
    );
    this.#rows.push(record);
    if (this.#transaction.hasTwoAccounts())
      throw new XmlRefused(
        `names two accounts in transaction ${this.#all.transactions}, by IBAN and otherwise, so that it is not certain which one counts.`,
      );
    if (rule === null) this.#tally(traits);
    // A rule that names the bank sends it through its method and operator; a bank with a BIC is matched by the BIC only.
    const hasBic = this.#agents.some(({ field }) => field === 'bic');
    for (const place of this.#agents)
      if (rule?.when.agent === undefined || (hasBic && place.field !== 'bic')) this.#notCarried(place);
    this.#transaction = null;
  }

  #tally(traits: PaymentTraits): void {
    const key = JSON.stringify(traits);
    const known = this.#uncovered.get(key);
    if (known !== undefined) known.transactions += 1;
    else if (this.#uncovered.size < mostUncovered) this.#uncovered.set(key, { traits, transactions: 1 });
  }

  #endGroup(): void {
    const {
      groupId = '',
      groupTransactions: transactions = '',
      groupControlSum: controlSum = '',
    } = this.#group;
    this.#problems.push(...this.#groupSums.problems(`PmtInf ${groupId}`, { transactions, controlSum }));
  }

  /** The rows read since the last call. */
  takeRows(): TableRecord[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** The message's statements about itself that are wrong. */
  problems(): FaultAt[] {
    const { messageId, transactions = '', controlSum = '' } = this.#stated;
    const missing: FaultAt[] = [];
    if (messageId === undefined) missing.push({ field: 'GrpHdr/MsgId', fault: { code: 'messageIdMissing' } });
    if (transactions === '')
      missing.push({ field: 'GrpHdr/NbOfTxs', fault: { code: 'messageCountMissing' } });
    const all = [
      ...missing,
      ...this.#all.problems('GrpHdr', { transactions, controlSum }),
      ...this.#problems,
    ];
    // If an amount could not be read, no sum can agree.
    return this.#unreadAmounts === 0 ? all : all.filter(({ fault }) => fault.code !== 'messageSum');
  }

  source(): FileSource {
    const { messageId = '', createdAt = '', controlSum } = this.#stated;
    return {
      kind: 'pain.001',
      messageName: this.#name,
      messageId,
      createdAt,
      transactions: this.#all.transactions,
      controlSum: controlSum ?? this.#all.total(),
      notCarried: this.#places.notCarried(),
    };
  }

  uncovered(): UncoveredPayments[] {
    return [...this.#uncovered.values()]
      .map(({ traits, transactions }) => ({ ...traits, transactions }))
      .toSorted((left, right) => right.transactions - left.transactions);
  }
}

function twice({ path }: Place): XmlRefused {
  return new XmlRefused(`has ${path} twice in one place, so that it is not certain which one counts.`);
}

function tooLong(path: string): XmlRefused {
  return new XmlRefused(`has a longer ${path} than any message.`);
}
