import type { AmountFault } from '../../batches/fault.ts';
import { digitLimitText } from '../../money/money.ts';

/** The fault in a sentence, and what is expected. `isComplete`: the sentence itself names place, value and what is expected. */
export type FaultText = {
  readonly message: string;
  readonly expected: string | null;
  readonly isComplete?: boolean;
};

const asNumber = 'a plain number such as 1234.50';

/** The fault of an amount, in words. */
export function amountFaultText(fault: AmountFault): FaultText {
  switch (fault.code) {
    case 'amountMissing':
      return { message: 'The amount is missing.', expected: asNumber };
    case 'amountZero':
      return { message: 'The amount is zero.', expected: 'an amount greater than zero, or remove the row' };
    case 'amountNegative':
      return {
        message: 'The amount is negative, and a payout cannot be.',
        expected: 'an amount greater than zero, without minus sign or parentheses',
      };
    case 'amountNotNumber':
      return { message: 'The amount cannot be read as a number.', expected: asNumber };
    case 'amountWithCurrency':
      return {
        message: 'The amount contains more than a number.',
        expected: `${asNumber}, with the currency in its own column`,
      };
    case 'amountOtherCurrency':
      return {
        message: `The amount says ${fault.sign}, but the currency of the row is ${fault.currencyCode}.`,
        expected: `${asNumber}, with the right currency in its own column`,
      };
    case 'amountExponent':
      return {
        message: 'The amount is written with an exponent, as spreadsheets shorten long numbers.',
        expected: 'all digits of the amount: format the column as a number before saving',
      };
    case 'amountGroups':
      return {
        message: 'The separators in the amount are not where they should be.',
        expected: `${asNumber}, or thousands in groups of three such as 1,234.50 or 1.234,50`,
      };
    case 'amountTooManyDigits':
      return {
        message: 'The amount has too many digits.',
        expected: digitLimitText,
      };
    case 'amountTwoReadings': {
      const { value, point, comma } = fault;
      return {
        message: `${value} is ${point} with a decimal point, and ${comma} with a decimal comma.`,
        expected: `${point} or ${comma}, with decimals that leave no doubt, for example ${certain(point)} or ${certain(comma)}`,
      };
    }
    case 'amountUnusual':
      return {
        message: 'This amount is written differently from those around it.',
        expected: `${fault.amount}, if that is right`,
      };
    case 'amountDecimals':
      return decimalsText(fault);
    case 'amountSigns': {
      const { sign, other } = fault;
      const otherSign = sign === 'point' ? 'comma' : 'point';
      return {
        message: `This amount has a decimal ${sign}, but ${other.value} on line ${other.line} has a decimal ${otherSign}.`,
        expected: 'all amounts of the file in one notation, preferably plain numbers such as 1234.50',
      };
    }
    case 'amountEquivalent':
      return {
        message:
          'The amount is an equivalent in another currency (EqvtAmt), which a bank would convert. Bursar does not convert money.',
        expected: 'the amount in the currency of the payout (InstdAmt)',
      };
  }
}

/** The same amount in an unambiguous notation. */
function certain(amount: string): string {
  return amount.includes('.') ? `${amount}0` : `${amount}.00`;
}

function decimalsText({
  currencyCode,
  minorUnits,
  readAs,
}: Extract<AmountFault, { code: 'amountDecimals' }>): FaultText {
  const has = minorUnits === 0 ? 'no decimals' : `${minorUnits} decimals`;
  const because =
    readAs === null
      ? ''
      : ` It was read as ${readAs.amount}, because ${readAs.because.value} on line ${readAs.because.line} has a decimal ${readAs.sign}.`;
  return {
    message: `The amount has too many decimals: ${currencyCode} has ${has}.${because}`,
    expected: `an amount such as ${minorUnits === 0 ? '1234' : `1234.${'50'.padEnd(minorUnits, '0')}`}`,
  };
}
