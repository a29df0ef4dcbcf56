// Fiat currencies of the simulated market.
//
// A text table rather than an array of objects: it changes and diffs line by line and is parsed once, at start-up.
// The order of rows puts the currencies that matter most to crypto markets first. Slugs are those of
// src/reference/well-known, and the sites are those of the issuing central banks; rates and volatilities are plausible starting points of a simulation, not quotes.
export const FIAT_ASSETS = `
slug|url|usdValue|dailyVolatilityBps
united-states-dollar|https://www.federalreserve.gov|1|0
euro|https://www.ecb.europa.eu|1.09|45
british-pound-sterling|https://www.bankofengland.co.uk|1.275|50
japanese-yen|https://www.boj.or.jp|0.00662|60
south-korean-won|https://www.bok.or.kr|0.000712|52
swiss-franc|https://www.snb.ch|1.165|45
australian-dollar|https://www.rba.gov.au|0.654|60
canadian-dollar|https://www.bankofcanada.ca|0.728|38
singapore-dollar|https://www.mas.gov.sg|0.768|28
hong-kong-dollar|https://www.hkma.gov.hk|0.1281|4
chinese-yuan|https://www.pbc.gov.cn|0.1395|20
indian-rupee|https://www.rbi.org.in|0.01148|25
brazilian-real|https://www.bcb.gov.br|0.183|85
turkish-lira|https://www.tcmb.gov.tr|0.0238|60
mexican-peso|https://www.banxico.org.mx|0.0538|75
russian-ruble|https://www.cbr.ru|0.0122|95
ukrainian-hryvnia|https://bank.gov.ua|0.0237|35
polish-zloty|https://nbp.pl|0.256|55
south-african-rand|https://www.resbank.co.za|0.0563|85
nigerian-naira|https://www.cbn.gov.ng|0.000668|80
indonesian-rupiah|https://www.bi.go.id|0.0000612|38
thai-baht|https://www.bot.or.th|0.0301|42
vietnamese-dong|https://www.sbv.gov.vn|0.0000382|15
philippine-peso|https://www.bsp.gov.ph|0.0172|35
malaysian-ringgit|https://www.bnm.gov.my|0.237|38
new-taiwan-dollar|https://www.cbc.gov.tw|0.0322|35
new-zealand-dollar|https://www.rbnz.govt.nz|0.592|62
swedish-krona|https://www.riksbank.se|0.1042|60
norwegian-krone|https://www.norges-bank.no|0.0982|65
danish-krone|https://www.nationalbanken.dk|0.1461|45
czech-republic-koruna|https://www.cnb.cz|0.0448|50
hungarian-forint|https://www.mnb.hu|0.00278|65
romanian-leu|https://www.bnr.ro|0.2152|48
israeli-new-sheqel|https://www.boi.org.il|0.292|60
united-arab-emirates-dirham|https://www.centralbank.ae|0.2723|1
saudi-riyal|https://www.sama.gov.sa|0.2666|1
argentine-peso|https://www.bcra.gob.ar|0.00069|70
chilean-peso|https://www.bcentral.cl|0.00105|72
colombian-peso|https://www.banrep.gov.co|0.000248|82
peruvian-nuevo-sol|https://www.bcrp.gob.pe|0.281|35
kazakhstani-tenge|https://nationalbank.kz|0.0019|50
georgian-lari|https://nbg.gov.ge|0.369|30
kenyan-shilling|https://www.centralbank.go.ke|0.00774|22
ghanaian-cedi|https://www.bog.gov.gh|0.0915|70
egyptian-pound|https://www.cbe.org.eg|0.0206|40
pakistani-rupee|https://www.sbp.org.pk|0.00355|25
bangladeshi-taka|https://www.bb.org.bd|0.00818|18
`;
