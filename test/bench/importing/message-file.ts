/** Writes a pain.001 of this many payments, as a program of a bank does. */
export function messageOf(payments: number): string {
  const parts = [
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">\n<CstmrCdtTrfInitn>\n<GrpHdr>\n<MsgId>BENCH</MsgId>\n<CreDtTm>2026-11-20T09:00:00</CreDtTm>\n<NbOfTxs>${payments}</NbOfTxs>\n</GrpHdr>\n<PmtInf>\n<PmtInfId>P</PmtInfId>\n<PmtMtd>TRF</PmtMtd>\n`,
  ];
  for (let index = 1; index <= payments; index += 1)
    parts.push(`<CdtTrfTxInf>
  <PmtId><EndToEndId>INV-2026-${index}</EndToEndId></PmtId>
  <Amt><InstdAmt Ccy="EUR">${5000 + index}.25</InstdAmt></Amt>
  <CdtrAgt><FinInstnId><BICFI>DEUTDEFFXXX</BICFI></FinInstnId></CdtrAgt>
  <Cdtr><Nm>Northern Timber Supply ${index}</Nm><PstlAdr><Ctry>DE</Ctry></PstlAdr></Cdtr>
  <CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>
  <RmtInf><Ustrd>Invoice ${index} of November</Ustrd></RmtInf>
</CdtTrfTxInf>
`);
  parts.push('</PmtInf>\n</CstmrCdtTrfInitn>\n</Document>\n');
  return parts.join('');
}
