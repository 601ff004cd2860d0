/**
 * Active currencies of ISO 4217 by their minor units: how many decimals an amount may have. Codes of ISO 4217
 * without minor units (gold, special drawing rights, testing) are left out. ANG and BGN were withdrawn only
 * lately and stay, so that amounts in old files are still checked.
 */
const codesByMinorUnits: readonly (readonly [minorUnits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD ' +
      'CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS ' +
      'GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL ' +
      'MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK ' +
      'PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS ' +
      'TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const minorUnitsByCode = new Map(
  codesByMinorUnits.flatMap(([minorUnits, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, minorUnits]),
  ),
);

/**
 * How many decimals an amount in this currency has by ISO 4217 (interface: Money); `null` if the code is not an
 * ISO 4217 currency, as crypto codes are not. The code is written in capitals.
 */
export function minorUnitsOf(currencyCode: string): number | null {
  return minorUnitsByCode.get(currencyCode) ?? null;
}
