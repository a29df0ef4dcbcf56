// Exchanges of the simulated market.
//
// A text table rather than an array of objects: it changes and diffs line by line and is parsed once, at start-up.
// The order of rows is the order of traded volume, largest first. Names, sites, quote assets and symbols of their own
// are those of real exchanges; weights and statuses are plausible starting points of a simulation, not measurements.
export const EXCHANGES = `
name|url|region|quotes|weight|style|status
Binance|https://www.binance.com|GLOBAL|USDT,FDUSD,USDC,BTC,ETH,BNB,EUR,TRY,BRL,TUSD,USD1,EURI,JPY,ARS,MXN,PLN,ZAR,UAH,RON,CZK,COP,IDR,DAI,XRP,TRX,DOGE|100||ACTIVE
Bybit|https://www.bybit.com|GLOBAL|USDT,USDC,BTC,ETH,EUR,BRL,TRY,PLN,USDE,MNT,DAI|42||ACTIVE
OKX|https://www.okx.com|GLOBAL|USDT,USDC,BTC,ETH,OKB,EUR,BRL,AUD,AED,TRY,SGD,DAI|34||ACTIVE
Coinbase-Pro|https://pro.coinbase.com|US|USD,USDC,USDT,EUR,GBP,BTC,ETH|32|CGLD=CELO|ACTIVE
Bitget|https://www.bitget.com|GLOBAL|USDT,USDC,BTC,ETH,EUR,BRL,UAH,BGB|28||ACTIVE
MEXC|https://www.mexc.com|GLOBAL|USDT,USDC,BTC,ETH,EUR,BRL,USD1|27||ACTIVE
Gate.io|https://www.gate.io|GLOBAL|USDT,USDC,BTC,ETH,TRY,GT,USD1|26||ACTIVE
UPbit|https://upbit.com|KR|KRW,BTC,USDT|24||ACTIVE
Huobi|https://www.htx.com|GLOBAL|USDT,USDC,BTC,ETH,TRX,USDD,TUSD|20||ACTIVE
Crypto.com|https://crypto.com|SEA|USD,USDT,USDC,EUR,BTC,ETH,CRO,PYUSD|17||ACTIVE
KuCoin|https://www.kucoin.com|GLOBAL|USDT,USDC,BTC,ETH,KCS,EUR,BRL,TRX,DAI,USD1,XRP,DOGE|15||ACTIVE
Uniswap|https://uniswap.org|GLOBAL|ETH,USDC,USDT,DAI,WBTC,UNI,FRAX|14||ACTIVE
PancakeSwap|https://pancakeswap.finance|GLOBAL|USDT,BNB,USDC,USD1,FDUSD,BTC,ETH,CAKE|13||ACTIVE
Hyperliquid|https://hyperliquid.xyz|GLOBAL|USDC,USDE,USDT|12.5||ACTIVE
Kraken|https://www.kraken.com|US|USD,EUR,GBP,USDT,USDC,BTC,ETH,CAD,JPY,CHF,AUD,DAI,PYUSD,EURC|11|XBT=BTC,XDG=DOGE|ACTIVE
Bithumb|https://www.bithumb.com|KR|KRW,BTC,USDT|10.5||ACTIVE
WhiteBIT|https://whitebit.com|EU|USDT,USDC,BTC,ETH,EUR,UAH,TRY,PLN,GEL,KZT,CZK,GBP,USD,BRL,WBT|8.5||ACTIVE
BingX|https://bingx.com|GLOBAL|USDT,USDC,BTC,EUR|8||ACTIVE
LBank|https://www.lbank.com|GLOBAL|USDT,USDC,BTC,ETH,USD1|7.8||ACTIVE
XT.COM|https://www.xt.com|GLOBAL|USDT,USDC,BTC,ETH,TRY,USD1|6.5||ACTIVE
BitMart|https://www.bitmart.com|GLOBAL|USDT,USDC,BTC,ETH,BMX,EUR|6.2||ACTIVE
CME|https://www.cmegroup.com|US|USD,EUR|6||ACTIVE
Aster|https://www.asterdex.com|GLOBAL|USDT,USDF,USD1|5.8||ACTIVE
DigiFinex|https://www.digifinex.com|SEA|USDT,BTC,ETH,USDC,TRX|5.5||ACTIVE
Toobit|https://www.toobit.com|GLOBAL|USDT,USDC,BTC|5||ACTIVE
Bullish|https://bullish.com|GLOBAL|USDC,USD,USDT,BTC,ETH,PYUSD,EURC|4.9||ACTIVE
Raydium|https://raydium.io|GLOBAL|SOL,USDC,USDT,USD1|4.8||ACTIVE
WEEX|https://www.weex.com|SEA|USDT,USDC|4.6||ACTIVE
Deribit|https://www.deribit.com|EU|USDC,USD,USDT,BTC,ETH,EURC,PYUSD,USDE|4.4||ACTIVE
Hotcoin|https://www.hotcoin.com|GLOBAL|USDT,USDC,BTC,ETH|4.2||ACTIVE
CoinW|https://www.coinw.com|GLOBAL|USDT,USDC,BTC|4.1||ACTIVE
Lighter|https://lighter.xyz|GLOBAL|USDC|4||ACTIVE
BTCC|https://www.btcc.com|GLOBAL|USDT,USD,BTC|3.8||ACTIVE
Aerodrome|https://aerodrome.finance|GLOBAL|USDC,ETH,CBBTC,AERO,EURC|3.7||ACTIVE
Ourbit|https://www.ourbit.com|GLOBAL|USDT,USDC|3.6||ACTIVE
KuCoin Futures|https://futures.kucoin.com|GLOBAL|USDT,USDC,USD|3.5|XBT=BTC|ACTIVE
Bitfinex|https://www.bitfinex.com|GLOBAL|USD,USDT,BTC,EUR,ETH,GBP,JPY,TRY,XAUT,EURT,MXN|3.4|UST=USDT,DSH=DASH,IOT=IOTA,ALG=ALGO,QTM=QTUM,EUT=EURT,UDC=USDC|ACTIVE
Deepcoin|https://www.deepcoin.com|GLOBAL|USDT,USDC|3.3||ACTIVE
Orca|https://www.orca.so|GLOBAL|SOL,USDC,USDT|3.2||ACTIVE
Biconomy.com|https://www.biconomy.com|GLOBAL|USDT,BTC,USDC,USD1|3.1||ACTIVE
KCEX|https://www.kcex.com|GLOBAL|USDT,USDC|3||ACTIVE
LMAX Digital|https://www.lmaxdigital.com|GB|USD,EUR,GBP,JPY,USDC,SGD,CHF|2.9||ACTIVE
Meteora|https://www.meteora.ag|GLOBAL|SOL,USDC,USDT|2.9||ACTIVE
Tapbit|https://www.tapbit.com|GLOBAL|USDT,USDC|2.8||ACTIVE
Pionex|https://www.pionex.com|GLOBAL|USDT,BTC,ETH,USDC|2.7||ACTIVE
Bitstamp|https://www.bitstamp.net|EU|USD,EUR,GBP,BTC,USDT,USDC,ETH,RLUSD,PYUSD,EURC|2.6|UST=USTC|ACTIVE
Binance P2P|https://p2p.binance.com|GLOBAL|USDT,PKR,BDT,NGN,VND,CNY,RUB,UAH,KES,GHS,EGP,INR,USD,EUR,AED,SAR,KZT,ARS|2.6||ACTIVE
Bitrue|https://www.bitrue.com|GLOBAL|USDT,XRP,BTC,ETH,USDC|2.5||ACTIVE
Binance TR|https://www.trbinance.com|TR|TRY,USDT|2.4||ACTIVE
Poloniex|https://poloniex.com|GLOBAL|USDT,TRX,BTC,USDD,USDC,ETH|2.4|STR=XLM,BCHABC=BCH|ACTIVE
BTCTurk|https://www.btcturk.com|TR|TRY,USDT,BTC|2.3||ACTIVE
BitMEX|https://www.bitmex.com|GLOBAL|USDT,USD,BTC,USDC,ETH,EUR|2.2|XBT=BTC|ACTIVE
BTSE|https://www.btse.com|SEA|USD,USDT,USDC,EUR,GBP,SGD,HKD,JPY,CNY,AED,AUD,CAD,CHF,INR,MYR,BTC,ETH,BTSE,TUSD|2.1||ACTIVE
BVOX|https://www.bvox.com|GLOBAL|USDT,USDC|2||ACTIVE
Paribu|https://www.paribu.com|TR|TRY,USDT|1.9||ACTIVE
BloFin|https://blofin.com|GLOBAL|USDT,USDC|1.8||ACTIVE
Phemex|https://phemex.com|GLOBAL|USDT,USDC,BTC,USD,ETH|1.7||ACTIVE
dYdX|https://www.dydx.xyz|GLOBAL|USDC,USD|1.65||ACTIVE
CoinTR|https://www.cointr.com|TR|USDT,TRY,BTC|1.6||ACTIVE
Bitvavo|https://bitvavo.com|EU|EUR,USDC,BTC|1.55||ACTIVE
AscendEX|https://ascendex.com|GLOBAL|USDT,BTC,ETH,USDC|1.5||ACTIVE
Kraken Futures|https://futures.kraken.com|GB|USD,EUR,BTC,USDT|1.45|XBT=BTC|ACTIVE
bitFlyer|https://bitflyer.com|JP|JPY,BTC,USD,EUR,ETH|1.4||ACTIVE
Coinstore|https://www.coinstore.com|SEA|USDT,USDC,BTC|1.35||ACTIVE
Gemini|https://www.gemini.com|US|USD,USDT,USDC,GUSD,EUR,GBP,BTC,ETH,SGD,DAI,RLUSD|1.3||ACTIVE
Backpack|https://backpack.exchange|GLOBAL|USDC,USDT,SOL|1.3||ACTIVE
BYDFi|https://www.bydfi.com|GLOBAL|USDT,USDC|1.25||ACTIVE
BigONE|https://big.one|GLOBAL|USDT,BTC,ETH,USDC|1.2||ACTIVE
Curve|https://www.curve.finance|GLOBAL|USDC,USDT,CRVUSD,DAI,ETH,WBTC,STETH,FRXUSD|1.2||ACTIVE
P2B|https://p2pb2b.com|EU|USDT,BTC,ETH,USD,EUR,USDC|1.15||ACTIVE
Delta Exchange|https://www.delta.exchange|IN|USD,USDT,INR|1.1||ACTIVE
Coinbase International|https://international.coinbase.com|GLOBAL|USDC|1.05||ACTIVE
Bitkub|https://www.bitkub.com|SEA|THB,USDT|1||ACTIVE
Robinhood Crypto|https://robinhood.com/crypto|US|USD,USDC|1||ACTIVE
Coinex|https://www.coinex.com|GLOBAL|USDT,USDC,BTC,ETH|0.98||ACTIVE
GMO Coin|https://coin.z.com|JP|JPY|0.95||ACTIVE
LAToken|https://latoken.com|GLOBAL|USDT,BTC,ETH,TRX,EUR|0.92||ACTIVE
Bitbank|https://bitbank.cc|JP|JPY,BTC|0.9||ACTIVE
Tokocrypto|https://www.tokocrypto.com|SEA|USDT,IDR,BTC,BNB,USDC|0.9||ACTIVE
Azbit|https://azbit.com|GLOBAL|USDT,BTC,ETH,EUR,USDC|0.88||ACTIVE
coinone|https://coinone.co.kr|KR|KRW|0.85||ACTIVE
FameEX|https://www.fameex.com|GLOBAL|USDT,USDC,BTC|0.83||ACTIVE
coincheck|https://coincheck.com|JP|JPY,BTC|0.8||ACTIVE
HitBTC|https://hitbtc.com|GLOBAL|USDT,BTC,ETH,USDC,DAI,EURS,TUSD|0.78||ACTIVE
ProBit Global|https://www.probit.com|KR|USDT,BTC,ETH,USDC|0.75||ACTIVE
Dex-Trade|https://dex-trade.com|GLOBAL|USDT,BTC,ETH|0.72||ACTIVE
Bittrex|https://bittrex.com|US|USD,USDT,BTC,ETH,EUR,USDC|0.7|BCC=BCH|ACTIVE
WOO X|https://woox.io|GLOBAL|USDT,USDC,BTC|0.68||ACTIVE
HashKey Exchange|https://www.hashkey.com|CN|USD,HKD,USDT,USDC|0.65||ACTIVE
Apex|https://apex.exchange|GLOBAL|USDT,USDC|0.65||ACTIVE
itBit|https://www.paxos.com/itbit|US|USD,EUR,SGD,PYUSD|0.62|XBT=BTC|ACTIVE
Coinsbit|https://coinsbit.io|EU|USDT,BTC,ETH,EUR,USD|0.61||MAINTENANCE
Revolut X|https://exchange.revolut.com|GB|USD,EUR,GBP,USDC|0.58||ACTIVE
Bitso|https://bitso.com|LATAM|MXN,USD,USDT,USDC,BTC,ARS,BRL,COP,ETH|0.55||ACTIVE
OKX TR|https://tr.okx.com|TR|TRY,USDT|0.55||ACTIVE
SunSwap|https://sun.io|GLOBAL|TRX,USDT,USDD,SUN|0.53||ACTIVE
Indodax|https://indodax.com|SEA|IDR,USDT,BTC|0.5|STR=XLM,DRK=DASH,NEM=XEM|ACTIVE
Paradex|https://www.paradex.trade|GLOBAL|USDC,USD|0.5||ACTIVE
CoinDCX|https://coindcx.com|IN|INR,USDT,BTC|0.48||ACTIVE
FalconX|https://www.falconx.io|US|USD,USDC,USDT|0.46||ACTIVE
Chaoex|https://www.chaoex.com/home?local=en-US|AF|ZAR,USDT,USDC,BTC,ETH,EURC|0.45||ACTIVE
Tokenomy|https://www.tokenomy.com/|GLOBAL|USDT|0.45||ACTIVE
Mercado Bitcoin|https://www.mercadobitcoin.com.br|BR|BRL,USDC,BTC|0.42||ACTIVE
Switcheo|https://switcheo.exchange/|GLOBAL|USDT,USDC|0.4||ACTIVE
bitINKA|https://www.bitinka.com.ar/bitinka/home|RU|RUB,USDT,BTC,ETH|0.4||ACTIVE
Quadriga CX|https://www.quadrigacx.com/|EU|EUR,CHF,GBP,PLN,CZK,HUF,RON,SEK,DKK,TRY,BTC|0.38||ACTIVE
Exmo|https://exmo.com|EU|USD,USDT,EUR,BTC,UAH,PLN,GBP,ETH,KZT,TRY,USDC|0.36||ACTIVE
EtherDelta|https://etherdelta.github.io/|US|USD,USDT,USDC,BTC,ETH,BNB|0.35||ACTIVE
TopBtc|https://www.topbtc.com/|IN|INR,USDT|0.35||ACTIVE
QuickBitcoin|https://quickbitcoin.co.uk/|GLOBAL|ETH,USDC,WBTC,DAI,USDT|0.35||ACTIVE
Luno|https://www.luno.com|AF|ZAR,NGN,MYR,IDR,USDT,BTC,ETH,USDC,EUR,GBP,AUD,KES|0.33|XBT=BTC|ACTIVE
Rock Trading|https://www.therocktrading.com/|RU|RUB,USDT|0.32||ACTIVE
BitcoinTrade|https://www.bitcointrade.com.br/|CN|USD,HKD,USDT,USDC|0.31||ACTIVE
LedgerX|https://www.ledgerx.com|US|USD|0.3||ACTIVE
Korbit|https://www.korbit.co.kr|KR|KRW|0.3||ACTIVE
NovaExchange|https://novaexchange.com/|SEA|PHP,USDT,USDC,BTC|0.3||ACTIVE
TheOcean|https://theocean.trade/|GLOBAL|USDC,ETH,OP,USDT|0.3||ACTIVE
cryptox|https://cryptox.pl|LATAM|USDT,MXN,ARS,BRL,COP,USDC|0.29||ACTIVE
GetBTC|https://getbtc.org/|JP|JPY,USDC|0.28||ACTIVE
Bitsane|https://bitsane.com|GLOBAL|POL,USDC,USDT,ETH,DAI|0.28||ACTIVE
Wex|https://wex.nz/|EU|EUR,CHF,GBP,USDC,USDT|0.27||ACTIVE
C-CEX|https://c-cex.com/|GLOBAL|USDT,BTC,ETH,USDC|0.26||ACTIVE
YoBit|https://yobit.net|RU|USDT,BTC,ETH,DOGE,RUB,USD|0.25||ACTIVE
CryptoFacilities|https://www.cryptofacilities.com/|SEA|IDR,USDT|0.24||ACTIVE
Zyado|https://www.zyado.com|SEA|TWD,USDT,USDC|0.23||ACTIVE
Independent Reserve|https://www.independentreserve.com|AU|AUD,NZD,SGD,USD,USDT|0.22|XBT=BTC|ACTIVE
Koinim|https://koinim.com/|GLOBAL|USDT,AED,INR|0.22||ACTIVE
ERC dEX|https://app.ercdex.com/|GLOBAL|AVAX,USDC,USDT,JOE|0.22||ACTIVE
CEX.IO|https://cex.io|GB|USD,EUR,GBP,USDT,USDC,BTC,ETH|0.21||ACTIVE
TradeSatoshi|https://tradesatoshi.com/|US|USD,USDT,USDC,BTC|0.2||ACTIVE
CoinSuper|https://www.coinsuper.com/#/home|SEA|TWD,USDT,USDC,BTC|0.19||ACTIVE
BitShares Asset Exchange|https://bitshares.org/|AU|AUD,USDT|0.19||ACTIVE
OooBtc|https://www.ooobtc.com/|SEA|USDT,BTC,ETH,VND|0.18||ACTIVE
BitBay|https://zondacrypto.com|EU|PLN,EUR,USD,BTC,USDC,USDT,GBP|0.18||ACTIVE
Graviex|https://graviex.net|GB|USD,EUR,GBP,BTC,USDT,ETH|0.17||ACTIVE
Coinroom|https://coinroom.com/|BR|BRL,USDT,EUR,BTC|0.16||ACTIVE
CoinsBank|https://coinsbank.com/exchange|AU|AUD,NZD,USD,USDC|0.16||ACTIVE
CoinTiger|https://www.cointiger.com/|AF|NGN,GHS,KES,ZAR,USDT,USDC|0.15||ACTIVE
ACX|https://acx.io/|GLOBAL|ETH,USDC,USDT,WBTC,DAI|0.15||ACTIVE
EtherMinum|https://ethermium.com/|TR|TRY,USDT|0.14||ACTIVE
BTC-Alpha|https://btc-alpha.com/exchange/|EU|USDT,USD,BTC,ETH,EUR|0.14||ACTIVE
Bitlish|https://bitlish.com/|CA|CAD,USDT,BTC,USD|0.14||ACTIVE
WazirX|https://wazirx.com|IN|INR,USDT,BTC|0.13||ACTIVE
BTC Markets|https://www.btcmarkets.net|AU|AUD,BTC,USDT|0.13||ACTIVE
Cryptonit|https://www.cryptonit.net/en|AF|AED,SAR,USD,USDT|0.13||ACTIVE
BitKonan|https://bitkonan.com/|GLOBAL|ETH,USDC,USDT,ARB|0.13||ACTIVE
Bitcointoyou|https://www.bitcointoyou.com/|JP|JPY|0.12||ACTIVE
Fex|https://fexpro.io/Home/Exchange|LATAM|ARS,BRL,USDC,USDT,BTC|0.12||ACTIVE
Cryptonex|https://cryptonex.org/|GB|USD,EUR,GBP,USDT,USDC,BTC,TRY|0.12||ACTIVE
Negocie Coins|http://www.negociecoins.com.br/|GLOBAL|RUNE,BTC,ETH,USDC|0.12||ACTIVE
ZB.com|https://www.zb.com/|IN|INR,USDT|0.11||ACTIVE
Remitano|https://remitano.com|SEA|VND,USDT,NGN,MYR,BTC,PHP,IDR,INR,KES|0.11||ACTIVE
C2CX|https://www.c2cx.com/in/home|EU|EUR,BTC,USDT,CHF,GBP|0.11||ACTIVE
Bleutrade|https://bleutrade.com/|SEA|SGD,MYR,USD,USDT,BTC,ETH|0.1||ACTIVE
Kyber.network|https://kyber.network/swap/eth_knc|EU|CHF,EUR,USD,BTC|0.1||ACTIVE
Dragonex|https://dragonex.io/|RU|KZT,USDT|0.1||ACTIVE
Bittylicious|https://bittylicious.com/|JP|JPY,BTC,ETH|0.09||ACTIVE
Foxbit|https://foxbit.com.br|BR|BRL,USDT,BTC|0.09||ACTIVE
Bitcoin.de|https://www.bitcoin.de/en?cr=1|SEA|SGD,USD,USDT,USDC|0.09||ACTIVE
BL3P|https://bl3p.eu/|EU|CHF,USD,EUR,SGD|0.09||ACTIVE
Liqui|https://liqui.io|EU|EUR,USDC,BTC|0.09||ACTIVE
xBTCe|https://www.xbtce.com/|CA|CAD|0.09||ACTIVE
Bilaxy|https://bilaxy.com/|GLOBAL|USDC,ETH,BTC|0.09||ACTIVE
Coinfloor|https://coinfloor.co.uk/|GLOBAL|USDT,USDC,ETH,BNB|0.09||ACTIVE
Bitmaszyna|https://bitmaszyna.pl/|LATAM|ARS,USDT,USDC|0.08||ACTIVE
Simex|https://simex.global/en|TR|TRY,USDT,BTC|0.08||ACTIVE
Zebpay|https://zebpay.com|IN|INR,USDT,BTC|0.08||ACTIVE
OTCBTC|https://otcbtc.com/|SEA|IDR,USDT|0.08||ACTIVE
Coinbene|https://coinbene.com/#/|RU|RUB,USDT,BTC,KZT|0.08||ACTIVE
First Global Credit|https://firstglobalcredit.com/|EU|NOK,DKK,USDC|0.08||ACTIVE
CryptoHub|https://cryptohub.online/market/|CA|CAD,USDC|0.08||ACTIVE
Dasset|https://www.dasset.co.nz/trade|AF|ZAR,USDT,USDC,BTC|0.07||ACTIVE
Buda.com|https://www.buda.com|LATAM|CLP,COP,PEN,ARS,USDC,BTC|0.07||ACTIVE
Nocks|https://www.nocks.co/|TR|TRY,USDT|0.07||ACTIVE
bitbns|https://bitbns.com|IN|INR,USDT|0.07||MAINTENANCE
KKCoin|https://www.kkcoin.com/|SEA|PHP,USDT|0.07||ACTIVE
CoinJar|https://www.coinjar.com|AU|AUD,GBP,USD,USDT,USDC,EUR,BTC|0.07||ACTIVE
Crypto Bridge|https://crypto-bridge.org|AF|AED,SAR,USD,USDT,EGP|0.07||ACTIVE
BtcBox|https://www.btcbox.co.jp|JP|JPY|0.06||ACTIVE
Gopax|https://www.gopax.co.kr|KR|KRW|0.06||ACTIVE
LiteBit.eu|https://www.litebit.eu/en/|AF|NGN,GHS,USDT,BTC|0.06||ACTIVE
NZBCX|https://nzbcx.com/|SEA|THB,USDT,USDC|0.06||ACTIVE
CoinMate|https://coinmate.io|EU|EUR,CZK,BTC,USDT|0.06||ACTIVE
Kryptono|https://kryptono.exchange/k/accounts/home|EU|EUR,USDC,USD,BTC,ETH,EURC|0.06||ACTIVE
Trade By Trade|https://tradebytrade.com/|CA|CAD,BTC|0.06||ACTIVE
ANXPRO|https://anxpro.com/|US|USD|0.06||ACTIVE
Zaif|https://zaif.jp|JP|JPY,BTC|0.05||ACTIVE
B2BX|https://www.b2bx.exchange|JP|JPY|0.05||ACTIVE
ABCC|https://abcc.com/|BR|BRL|0.05||ACTIVE
CryptoMKT|https://www.cryptomkt.com|LATAM|CLP,ARS,BRL,PEN,COP,USDT,BTC,EUR|0.05||ACTIVE
Coindeal|https://frontend.coindeal.com/market/markets.html|TR|TRY|0.05||ACTIVE
Bitsquare|https://bitsquare.io/|SEA|THB,USDT|0.05||ACTIVE
iquant|https://www.5iquant.org/|EU|PLN,EUR,USDT,BTC|0.05||ACTIVE
Rfinex|https://rfinex.com/|EU|EUR,USD,GBP,AUD,BTC,USDC|0.05||ACTIVE
nevbit|https://nevbit.com|AF|AED,SAR,EGP,USD,USDT|0.05||ACTIVE
fatbtc|https://www.fatbtc.com/|US|USD|0.05||ACTIVE
Dgtmarket|https://exchange.dgtmarket.com/|AF|NGN,KES,USDT|0.04||ACTIVE
Bits Blockchain|https://www.bitsblockchain.net/|BR|BRL|0.04||ACTIVE
IDCM|https://idcm.io/trading/BTC_USDT|IN|INR,USDT|0.04||ACTIVE
Exrates|https://lk.exrates.me/dashboard|SEA|PHP|0.04||ACTIVE
LakeBTC|https://www.lakebtc.com/|EU|ILS,USD|0.04||ACTIVE
TokenStore|https://token.store/|GLOBAL|OSMO,USDC,ATOM,USDT|0.04||ACTIVE
BitBargain|https://bitbargain.co.uk/|AF|NGN,GHS,KES,USDT,BTC|0.03||ACTIVE
Coingi|https://coingi.com/|LATAM|ARS,USD,EUR,BTC|0.03||ACTIVE
Stellarport|https://stellarport.io/exchange/|LATAM|ARS,DAI,USDT,PEN|0.03||ACTIVE
TDAX|https://tdax.com|SEA|MYR,USDT|0.03||ACTIVE
Vebitcoin|https://www.vebitcoin.com/|EU|CZK,EUR|0.03||ACTIVE
BitMarket|https://www.bitmarket.pl/|EU|EUR,BTC|0.03||ACTIVE
Kuna|https://kuna.io|EU|UAH,USDT,BTC,EUR,USD|0.03||ACTIVE
Bit2C|https://www.bit2c.co.il|EU|ILS|0.03||ACTIVE
InstantBitex|https://instantbitex.com/|EU|GEL,USD,EUR,BTC,USDT|0.03||ACTIVE
Coinsquare|https://coinsquare.com|CA|CAD|0.03||ACTIVE
Urdubit|https://urdubit.com/|GLOBAL|ADA|0.03||ACTIVE
Coinhub|https://www.coinhub.io|AF|ZAR,USDT,BTC|0.02||ACTIVE
Heat Wallet|https://heatwallet.com/|LATAM|ARS,USDT,BTC|0.02||ACTIVE
Liquid|https://www.liquid.com/|LATAM|CLP,USDT,BTC|0.02||ACTIVE
BuyUcoin|https://www.buyucoin.com|IN|INR,USDT|0.02||ACTIVE
CryptoMate|https://cryptomate.co.uk/|IN|INR|0.02||ACTIVE
TideBit|https://www.tidebit.com|CN|HKD,USDT,BTC,ETH|0.02||ACTIVE
Bit-Z|https://www.bit-z.com/|AU|AUD|0.02||ACTIVE
GuldenTrader|https://guldentrader.com/|AU|NZD,AUD,ZAR|0.02||ACTIVE
Paymium|https://www.paymium.com|EU|EUR,BTC|0.02||ACTIVE
Neraex|https://neraex.pro|EU|NOK,EUR|0.02||ACTIVE
Bitcoins Norway|https://bitcoinsnorway.com/#/index|EU|EUR|0.02||ACTIVE
CoinexMarket|https://www.coinexmarket.io/|EU|RON,EUR,USD,USDT|0.02||ACTIVE
FCoin|https://www.fcoin.com/|EU|EUR|0.02||ACTIVE
QBTC|https://www.qbtc.com/|RU|KZT,USDT,BTC,ETH|0.02||ACTIVE
SingularX|https://ex.singularx.com|EU|GEL,USD,USDT|0.02||ACTIVE
Bancor Network|https://bancor.network|GLOBAL|BNT,ETH,USDC,DAI|0.02||ACTIVE
Bitex.la|https://bitex.la/|GLOBAL|USDT,BTC,USDC,XMR|0.02||ACTIVE
SafeTrade|https://safe.trade|GLOBAL|USDT,BTC|0.02||MAINTENANCE
DMM Bitcoin|https://bitcoin.dmm.com|JP|JPY,BTC|0.01||INACTIVE
Braziliex|https://braziliex.com|BR|BRL,BTC,USDT|0.01||INACTIVE
Koinex|https://koinex.in|IN|INR,TUSD,BTC|0.01||INACTIVE
BX Thailand|https://bx.in.th|SEA|THB,BTC,ETH|0.01||INACTIVE
VBTC|https://vbtc.vn/|SEA|MYR,USDT|0.01||ACTIVE
Gatecoin|https://gatecoin.com|CN|USD,EUR,HKD,BTC|0.01||INACTIVE
Cryptopia|https://www.cryptopia.co.nz|AU|BTC,LTC,DOGE,USDT,NZD|0.01||INACTIVE
Lykke|https://www.lykke.com|EU|USD,CHF,EUR,GBP,BTC,ETH|0.01||INACTIVE
Allcoin|https://www.allcoin.com/|EU|SEK|0.01||ACTIVE
AltCoinTrader|https://www.altcointrader.co.za/|EU|SEK,EUR|0.01||ACTIVE
Mercatox|https://mercatox.com/|EU|EUR|0.01||ACTIVE
Garantex|https://garantex.org|RU|RUB,USDT,BTC|0.01||INACTIVE
CoinField|https://www.coinfield.com/|GLOBAL|BTC,EUR,USD,GBP,XMR,BRL,CAD,AUD|0.01||ACTIVE
Hotbit|https://www.hotbit.io|GLOBAL|USDT,BTC,ETH,USD|0.01||INACTIVE
TradeOgre|https://tradeogre.com|GLOBAL|BTC,USDT,LTC|0.01||INACTIVE
QuadrigaCX|https://www.quadrigacx.com|GLOBAL|USDT,BTC|0.01||ACTIVE
`;
