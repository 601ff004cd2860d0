import { utcDayText } from '../clock.ts';
import { largestCellCharacters } from '../../batches/sheet.ts';
import type { ColumnFault, Fault, LimitFault } from '../../batches/fault.ts';
import { amountFaultText, type FaultText } from './amount-fault.ts';
import { columnText, namedColumnLabel } from '../columns.ts';
import { counted, countText, moneyText } from '../numbers.ts';
import { traitsText } from './payment-file.ts';
import { retryFaultText } from './retry-fault.ts';

const ownId = 'a separate order ID for each row, or empty to generate one';
const closingQuote = 'a closing quote at the end of the cell';
const notReadBeyond = 'The file was not read beyond this row.';

/** A fault in words, for the page, the dialogs and the command line. */
export function faultText(fault: Fault): FaultText {
  switch (fault.code) {
    case 'amountMissing':
    case 'amountZero':
    case 'amountNegative':
    case 'amountNotNumber':
    case 'amountWithCurrency':
    case 'amountOtherCurrency':
    case 'amountExponent':
    case 'amountGroups':
    case 'amountTooManyDigits':
    case 'amountTwoReadings':
    case 'amountUnusual':
    case 'amountDecimals':
    case 'amountSigns':
    case 'amountEquivalent':
      return amountFaultText(fault);
    case 'currencyMissing':
      return { message: 'The currency is missing.', expected: currencyExample };
    case 'currencyUnknown':
      return { message: 'This is not a currency code.', expected: currencyExample };
    case 'currencyNumber':
      return {
        message:
          'This is a number, not a currency code. An amount such as 12,50 may have been split at its comma: compare it with the file.',
        expected: 'EUR for example, and amounts with a comma in quotes: "12,50"',
      };
    case 'methodMissing':
      return {
        message: 'The payment method is missing.',
        expected: 'a payment method code such as BANK_TRANSFER',
      };
    case 'methodCheque':
      return {
        message: 'The file asks for a cheque (PmtMtd CHK), which Bursar cannot order.',
        expected: 'a transfer (PmtMtd TRF)',
      };
    case 'methodUncovered': {
      const which = fault.endToEndId === '' ? 'this payment' : `payment ${fault.endToEndId}`;
      return {
        message: `No rule of the mapping covers ${which} (${traitsText(fault.traits)}).`,
        expected: 'a rule for it in the mapping',
      };
    }
    case 'ibanNone':
      return {
        message:
          fault.country === null
            ? 'This is not an IBAN.'
            : `This is not an IBAN: no country that uses IBANs has the code ${fault.country}.`,
        expected: 'an IBAN such as DE89 3704 0044 0532 0130 00',
      };
    case 'ibanLength':
      return {
        message: `This looks like an IBAN, but has ${fault.found} characters.`,
        expected: `${fault.length} characters for an IBAN that begins with ${fault.country}`,
      };
    case 'ibanFormat':
      return {
        message: `This looks like an IBAN, but its letters and digits are not where those of ${fault.country} are.`,
        expected: asGiven,
      };
    case 'ibanCheckDigits':
      return {
        message:
          'This looks like an IBAN, but its check digits do not match: a character is wrong or two are swapped.',
        expected: asGiven,
      };
    case 'accountExponent':
      return {
        message: 'A spreadsheet shortened this long number, so that its last digits may be missing.',
        expected: 'the account with all its digits, in a column that is formatted as text',
      };
    case 'accountConverted':
      return {
        message: 'A spreadsheet made a date or a truth value of this account.',
        expected: 'the account as the payee gave it, in a column that is formatted as text',
      };
    case 'accountLookAlike': {
      const { character } = fault;
      const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      return {
        message: `The account has ${character} (U+${number}), which may be taken for a Latin letter or a digit from 0 to 9 and is another character.`,
        expected: 'the account in Latin letters and the digits 0 to 9, typed again',
      };
    }
    case 'emailInvalid':
      return {
        message: 'This is not an e-mail address.',
        expected: 'one address such as name@company.example, or none',
      };
    case 'orderIdInvalid':
      return {
        message: 'This cannot be an order ID.',
        expected: '1 to 250 letters (without accents), digits, _ and -, or empty to generate one',
      };
    case 'orderIdRepeated': {
      const place = `${fault.where === 'line' ? 'on line' : 'in row'} ${fault.number}`;
      return {
        message: `This order ID is already ${place}, and an order ID can pay only once.`,
        expected: ownId,
      };
    }
    case 'orderIdUsed':
      return {
        message: 'This order ID was used before, and an order ID can pay only once.',
        expected: 'a new order ID, or empty to generate one',
      };
    case 'tooLong':
      return {
        // The text of a sheet is cut there before it is counted.
        message: `This has ${countText(fault.found)} ${fault.found === largestCellCharacters ? 'or more ' : ''}characters, which is too long.`,
        expected: `at most ${countText(fault.largest)} characters`,
      };
    case 'unseenCharacter':
      return {
        message: 'This cell contains an invisible character, such as a line break.',
        expected: 'the same text typed again, on one line',
      };
    case 'struckThrough':
      return {
        message: 'This text is struck through, or a part of it is.',
        expected: 'only what counts, or no such row',
      };
    case 'spreadsheetError':
      return {
        message: 'This looks like an error of the spreadsheet, not a value.',
        expected:
          'the value of the formula, for example after the file was opened and saved in the spreadsheet program',
      };
    case 'codeCase':
      return { message: `The gateway writes this code ${fault.to}.`, expected: fault.to };
    case 'sepaName':
      return {
        message: `${fault.paymentMethodCode} needs the name of the payee.`,
        expected: columnText('accountName'),
      };
    case 'sepaIban':
      return {
        message: `${fault.paymentMethodCode} needs the IBAN of the payee.`,
        expected: columnText('accountNumber'),
      };
    case 'neededByGateway': {
      const { column, paymentMethodCode, paymentOperatorCode, rejectedAt } = fault;
      const operator = paymentOperatorCode === '' ? '' : ` through ${paymentOperatorCode}`;
      return {
        message: `The gateway rejected payouts by ${paymentMethodCode}${operator} without ${columnText(column)} on ${utcDayText(rejectedAt)}.`,
        expected: columnText(column),
      };
    }
    case 'rowEmpty':
      return { message: 'This row is empty.', expected: 'a payout, or remove the row' };
    case 'rowWidth':
      return {
        message: `The row has ${counted(fault.found, 'cell')}, but the header has ${fault.width}.`,
        expected:
          fault.found < fault.width
            ? 'a cell for each column, empty ones included'
            : 'a cell for each column: put quotes around a cell that holds the delimiter, as in "1,234.50" or "Acme, Inc."',
      };
    case 'quoteInside':
      return {
        message: `There is a quote in the middle of a cell. ${notReadBeyond}`,
        expected: 'quotes around the whole cell, and doubled inside it, as in "Bar ""Zum Hirsch"""',
      };
    case 'textAfterQuote':
      return {
        message: `There is text after the closing quote of a cell. ${notReadBeyond}`,
        expected: 'the delimiter directly after the closing quote, and quotes inside a cell doubled',
      };
    case 'quoteNotClosed':
      return {
        message: `A quote opens in this row and is never closed. ${notReadBeyond}`,
        expected: closingQuote,
      };
    case 'recordTooLong':
      return {
        message: `This row is too long to be a payout: a quote is probably never closed. ${notReadBeyond}`,
        expected: closingQuote,
      };
    case 'noRows':
      return { message: 'There is no payout.', expected: 'one row or transaction for each payout' };
    case 'delimiterUnknown':
      return {
        message: 'Bursar does not read this delimiter.',
        expected:
          'a file with comma, semicolon, tab or | between the cells, and no sep= line that names another delimiter',
      };
    case 'messageCount':
      return {
        message: `${fault.where}/NbOfTxs says ${fault.said}, but Bursar finds ${counted(fault.found, 'transaction')}.`,
        expected: String(fault.found),
      };
    case 'messageSum':
      return {
        message: `${fault.where}/CtrlSum says ${fault.said}, but the amounts add up to ${fault.found}.`,
        expected: fault.found,
      };
    case 'messageAmount':
      return {
        message: `The amount of transaction ${fault.transaction} is missing, or not a decimal number as payment files write it.`,
        expected: 'digits and a decimal point, for example 1234.50',
      };
    case 'messageIdMissing':
      return {
        message: 'GrpHdr/MsgId, the ID of the message, is missing.',
        expected: 'the ID of the message',
      };
    case 'messageCountMissing':
      return {
        message: 'GrpHdr/NbOfTxs, the number of transactions, is missing.',
        expected: 'the number of transactions',
      };
    case 'columnDoubled':
    case 'columnMissing':
    case 'columnUnnamed':
      return columnFaultText(fault);
    case 'retryNotFailed':
    case 'retryStands':
    case 'retryRepeated':
    case 'retryUnknown':
    case 'retryForgotten':
    case 'retryElsewhere':
      return { message: retryFaultText(fault), expected: 'remove this row' };
    case 'limitsUnreadable':
    case 'overPayoutLimit':
    case 'overBatchLimit':
    case 'moreOverLimit':
      return limitFaultText(fault);
  }
}

const currencyExample = 'a code such as EUR, USD or USDT_TRC20';
const asGiven = 'the IBAN as the payee gave it';

function columnFaultText(fault: ColumnFault): FaultText {
  switch (fault.code) {
    case 'columnDoubled':
      return {
        message: `The columns “${fault.first}” and “${fault.second}” both mean ${namedColumnLabel(fault.column)}.`,
        expected: 'one column for each meaning: remove or rename the other',
      };
    case 'columnMissing':
      return {
        message: `No column of the header is recognised as ${namedColumnLabel(fault.column)}; columns found: ${fault.found.replace(/\.$/, '')}.`,
        expected: `a column headed ${fault.names.map((name) => `“${name}”`).join(', ')} or similar`,
      };
    case 'columnUnnamed':
      return {
        message: `Column ${fault.number} has content, but no name in the header.`,
        expected: 'a name for the column, or an empty cell: the row may have shifted',
      };
  }
}

function limitFaultText(fault: LimitFault): FaultText {
  switch (fault.code) {
    case 'limitsUnreadable':
      return {
        message: 'The limits cannot be read. Set them again in the settings.',
        expected: null,
      };
    case 'overPayoutLimit': {
      const { rowNumber, amount, currencyCode, limit } = fault;
      return {
        message: `Row ${countText(rowNumber)} pays ${moneyText({ amount, currencyCode })}; the limit for one payout is ${moneyText({ amount: limit, currencyCode })}.`,
        expected: `at most ${moneyText({ amount: limit, currencyCode })}`,
        isComplete: true,
      };
    }
    case 'overBatchLimit': {
      const { amount, currencyCode, limit } = fault;
      return {
        message: `The batch pays ${moneyText({ amount, currencyCode })} in total; the limit for one batch is ${moneyText({ amount: limit, currencyCode })}.`,
        expected: `at most ${moneyText({ amount: limit, currencyCode })}`,
        isComplete: true,
      };
    }
    case 'moreOverLimit':
      return {
        message: `${counted(fault.rows, 'more row is', 'more rows are')} over the limit for one payout.`,
        expected: null,
      };
  }
}
