// Fiat currencies of the simulated market.
//
// A text table rather than an array of objects: it changes and diffs line by line and is parsed once, at start-up.
// The order of rows puts the currencies that matter most to crypto markets first. Codes are ISO 4217 and the sites are
// those of the issuing central banks; rates and volatilities are plausible starting points of a simulation, not quotes.
export const FIAT_ASSETS = `
code|name|url|usdValue|dailyVolatilityBps
USD|US Dollar|https://www.federalreserve.gov|1|0
EUR|Euro|https://www.ecb.europa.eu|1.09|45
GBP|Pound Sterling|https://www.bankofengland.co.uk|1.275|50
JPY|Japanese Yen|https://www.boj.or.jp|0.00662|60
KRW|South Korean Won|https://www.bok.or.kr|0.000712|52
CHF|Swiss Franc|https://www.snb.ch|1.165|45
AUD|Australian Dollar|https://www.rba.gov.au|0.654|60
CAD|Canadian Dollar|https://www.bankofcanada.ca|0.728|38
SGD|Singapore Dollar|https://www.mas.gov.sg|0.768|28
HKD|Hong Kong Dollar|https://www.hkma.gov.hk|0.1281|4
CNY|Chinese Yuan|https://www.pbc.gov.cn|0.1395|20
INR|Indian Rupee|https://www.rbi.org.in|0.01148|25
BRL|Brazilian Real|https://www.bcb.gov.br|0.183|85
TRY|Turkish Lira|https://www.tcmb.gov.tr|0.0238|60
MXN|Mexican Peso|https://www.banxico.org.mx|0.0538|75
RUB|Russian Ruble|https://www.cbr.ru|0.0122|95
UAH|Ukrainian Hryvnia|https://bank.gov.ua|0.0237|35
PLN|Polish Zloty|https://nbp.pl|0.256|55
ZAR|South African Rand|https://www.resbank.co.za|0.0563|85
NGN|Nigerian Naira|https://www.cbn.gov.ng|0.000668|80
IDR|Indonesian Rupiah|https://www.bi.go.id|0.0000612|38
THB|Thai Baht|https://www.bot.or.th|0.0301|42
VND|Vietnamese Dong|https://www.sbv.gov.vn|0.0000382|15
PHP|Philippine Peso|https://www.bsp.gov.ph|0.0172|35
MYR|Malaysian Ringgit|https://www.bnm.gov.my|0.237|38
TWD|New Taiwan Dollar|https://www.cbc.gov.tw|0.0322|35
NZD|New Zealand Dollar|https://www.rbnz.govt.nz|0.592|62
SEK|Swedish Krona|https://www.riksbank.se|0.1042|60
NOK|Norwegian Krone|https://www.norges-bank.no|0.0982|65
DKK|Danish Krone|https://www.nationalbanken.dk|0.1461|45
CZK|Czech Koruna|https://www.cnb.cz|0.0448|50
HUF|Hungarian Forint|https://www.mnb.hu|0.00278|65
RON|Romanian Leu|https://www.bnr.ro|0.2152|48
ILS|Israeli New Shekel|https://www.boi.org.il|0.292|60
AED|UAE Dirham|https://www.centralbank.ae|0.2723|1
SAR|Saudi Riyal|https://www.sama.gov.sa|0.2666|1
ARS|Argentine Peso|https://www.bcra.gob.ar|0.00069|70
CLP|Chilean Peso|https://www.bcentral.cl|0.00105|72
COP|Colombian Peso|https://www.banrep.gov.co|0.000248|82
PEN|Peruvian Sol|https://www.bcrp.gob.pe|0.281|35
KZT|Kazakhstani Tenge|https://nationalbank.kz|0.0019|50
GEL|Georgian Lari|https://nbg.gov.ge|0.369|30
KES|Kenyan Shilling|https://www.centralbank.go.ke|0.00774|22
GHS|Ghanaian Cedi|https://www.bog.gov.gh|0.0915|70
EGP|Egyptian Pound|https://www.cbe.org.eg|0.0206|40
PKR|Pakistani Rupee|https://www.sbp.org.pk|0.00355|25
BDT|Bangladeshi Taka|https://www.bb.org.bd|0.00818|18
`;
