/**
 * Legal forms by country, each as `foldText` leaves it, without dots and spaces: `sadecv` is "S.A. de C.V." A form is removed from
 * the beginning and the end of a name, never from its middle.
 */
const byCountry: Readonly<Record<string, string>> = {
  'Germany, Austria, Switzerland, Liechtenstein':
    'gmbh ag kg ohg gbr ug ughaftungsbeschrankt gmbhcokg gmbhcokgaa agcokg kgaa ev eg ek ekfr mbh ggmbh partg partgmbb cokg cie ges gesmbh og eu anstalt',
  'United Kingdom, Ireland, Malta':
    'ltd limited plc llp lp cic uc dac clg unlimited publiclimitedcompany privatelimitedcompany teoranta teo',
  'United States, Canada':
    'inc incorporated corp corporation co company llc lc pllc pc ltdco lllp ltee limitee enr ulc',
  'France, Belgium, Luxembourg, Monaco, West Africa':
    'sarl sas sasu eurl sa snc scs sca sci scop selarl ste societe sprl bvba srl asbl vzw nvsa sprlbvba sarlau sarls',
  'Netherlands, Suriname': 'bv nv vof cv bvio stichting cooperatie ua',
  Italy: 'spa srl srls sapa snc sas ss scarl scpa scrl',
  'Spain, Latin America':
    'sl slu sau sa slne sll sc scp saderlde sadecv sapidecv sderlcv sderldecv srldecv ltda limitada sas eirl spa sacv saic saci saa sac srl cia ciaa ltdacia ca cpora',
  'Portugal, Brazil, Angola, Mozambique': 'lda ltda unipessoal unipessoallda sgps sa eireli me epp mei ei',
  'Denmark, Norway': 'aps as asa ans da ba amba is ivs ks enk',
  'Sweden, Finland': 'ab hb kb oy oyj abp oyab ky ekonomiskforening',
  Iceland: 'ehf hf sf slf',
  'Estonia, Latvia, Lithuania': 'ou as sia uab ab mb vsi ii',
  Poland: 'spzoo spzook spk spj spp psa spolkazoo spolkazograniczonaodpowiedzialnoscia spolkaakcyjna sc',
  'Czechia, Slovakia': 'sro spolsro as vos ks zs akciovaspolecnost',
  Hungary: 'kft zrt nyrt rt bt kkt',
  'Romania, Moldova': 'srl sa pfa scs snc ra',
  Bulgaria: 'ood ad eood ead et еоод оод ад еад ет',
  'Slovenia, Croatia, Serbia, Bosnia, Montenegro, North Macedonia':
    'doo dd jdoo dno ad kd sp доо ад дооел dooel',
  'Greece, Cyprus': 'ae epe oe ee ike αε επε οε εε ικε monike μονικε',
  Turkey: 'as ltdsti sti limitedsirketi anonimsirketi ltdsirketi',
  Russia: 'ooo oao zao pao ao ip ооо оао зао пао ао ип нко гуп муп фгуп пк',
  'Ukraine, Belarus, Kazakhstan': 'tov pp fop tzov тов ат пат прат пп фоп одо чуп жшс тоо ақ уп too',
  Israel: 'bm bmltd בעמ עמותה',
  'Arab countries':
    'llc fzc fzco fzllc fze wll saoc saog psc pjsc ksc ksccl bsc bscc sal saljointstock ذمم شذمم شمم شمل شم شركه',
  Iran: 'شركت سهاميعام سهاميخاص',
  'India, Pakistan, Bangladesh':
    'pvtltd privateltd pvtlimited privatelimited pvt opc opcprivatelimited प्रालि प्राइवेटलिमिटेड लिमिटेड',
  'Singapore, Malaysia, Hong Kong': 'pteltd pte sdnbhd sdn bhd berhad limitedcompany',
  'Australia, New Zealand, South Africa': 'ptyltd pty propltd ptylimited nl cc rf',
  Indonesia: 'pt cv tbk ud persero',
  Philippines: 'inc opc corp',
  Vietnam: 'tnhh tnhhmtv ctcp cty ctytnhh congtytnhh congtycophan congty jsc',
  Thailand: 'coltd pcl publiccompanylimited บริษัท จํากัด จํากัดมหาชน บจก บมจ หจก ห้างหุ้นส่วนจํากัด',
  'China, Taiwan': 'coltd',
  Japan: 'kk gk yk coltd',
  'South Korea': 'coltd',
  'Nigeria, Kenya, Ghana': 'ltd plc gte',
};

const forms: ReadonlySet<string> = new Set(Object.values(byCountry).flatMap((each) => each.split(' ')));
const longestForm = 6;
const longestText = Math.max(...Array.from(forms, (form) => form.length));

/** Forms of scripts that put no space between a name and its form, after folding, the longest first. */
const attached: readonly string[] = [
  'จํากัด(มหาชน)',
  '有限责任公司',
  '股份有限公司',
  '集团有限公司',
  '一般社团法人',
  '유한책임회사',
  'บริษัท',
  'จํากัด',
  '有限公司',
  '株式会社',
  '有限会社',
  '合同会社',
  '合资会社',
  '주식회사',
  '유한회사',
  '公司',
];
/** A sign for a form, in brackets: (株), (有), (주), (유), also those that normalisation makes of ㈱ and ㈜. */
const inBrackets = /\((?:株|有|合|同|주|유|사|재)\)/gu;
const hasOtherThanAscii = /[^\x20-\x7e]/;

/** Takes the forms of scripts without spaces off a folded text. */
export function withoutAttachedForms(folded: string): string {
  if (!hasOtherThanAscii.test(folded)) return folded;
  let rest = folded.replace(inBrackets, ' ').trim();
  for (const form of attached) {
    if (rest.length <= form.length) continue;
    if (rest.startsWith(form)) rest = rest.slice(form.length).trim();
    if (rest.length > form.length && rest.endsWith(form)) rest = rest.slice(0, -form.length).trim();
  }
  return rest;
}

/** Takes legal forms off both ends of the words of a name; one word always stays. */
export function withoutLegalForms(words: readonly string[]): readonly string[] {
  let [start, end] = [0, words.length];
  for (;;) {
    const last = lengthOfForm(words, start, end, true);
    const first = last > 0 ? 0 : lengthOfForm(words, start, end, false);
    if (first + last === 0) break;
    end -= last;
    start += first;
  }
  return start === 0 && end === words.length ? words : words.slice(start, end);
}

/** How many words at the end, or the beginning, are a legal form; the longest counts. */
function lengthOfForm(words: readonly string[], start: number, end: number, isAtEnd: boolean): number {
  let found = 0;
  let form = '';
  for (let length = 1; length <= longestForm && length < end - start; length += 1) {
    form = isAtEnd ? `${words[end - length] ?? ''}${form}` : `${form}${words[start + length - 1] ?? ''}`;
    if (form.length > longestText) break;
    if (forms.has(form)) found = length;
  }
  return found;
}
