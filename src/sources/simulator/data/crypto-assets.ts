// Crypto-assets of the simulated market.
//
// A text table rather than an array of objects: it changes and diffs line by line and is parsed once, at start-up.
// The order of rows is the order of market capitalisation, largest first. Names, symbols and contract addresses are
// those of real assets; prices and supplies are plausible starting points of a simulation, not quotes. An empty supply
// means unknown; a site under the reserved domain .example means that the real one is not known.
export const CRYPTO_ASSETS = `
symbol|name|slug|url|sector|launched|priceUsd|totalSupply|freeFloatSupply|contractAddress
BTC|Bitcoin|bitcoin|https://bitcoin.org|store-of-value|2009|64250|20045000|20045000|
ETH|Ethereum|ethereum|https://ethereum.org|smart-contract|2015|2480|120690000|120690000|
USDT|Tether USDt|tether|https://tether.to|stablecoin|2014|1|189400000000|184200000000|0xdac17f958d2ee523a2206206994597c13d831ec7
XRP|XRP|xrp|https://xrpl.org|payments|2012|1.38|99985700000|61100000000|
BNB|BNB|bnb|https://www.bnbchain.org|exchange-token|2017|612|136360000|136360000|
USDC|USDC|usd-coin|https://www.circle.com/usdc|stablecoin|2018|1|76300000000|76100000000|0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48
SOL|Solana|solana|https://solana.com|smart-contract|2020|96.4|622000000|572000000|
TRX|TRON|tron|https://tron.network|smart-contract|2017|0.282|94700000000|94700000000|
STETH|Lido Staked ETH|steth|https://lido.fi|defi|2020|2478|9120000|9120000|0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84
DOGE|Dogecoin|dogecoin|https://dogecoin.com|meme|2013|0.1042|169200000000|169200000000|
ADA|Cardano|cardano|https://cardano.org|smart-contract|2017|0.287|45000000000|36700000000|
WBT|WhiteBIT Coin|whitebit-coin|https://whitebit.com|exchange-token|2022|48.5|300000000|213000000|0x925206b8a707096ed26ae47c84747fe0bb734f59
BCH|Bitcoin Cash|bitcoin-cash|https://bitcoincash.org|payments|2017|468|20020000|20020000|
LEO|UNUS SED LEO|unus-sed-leo|https://www.bitfinex.com|exchange-token|2019|8.61|985200000|921400000|0x2af5d2ad76741191d15dfe7bf6ac92d4bd912ca3
USDS|USDS|usds|https://sky.money|stablecoin|2024|1|7850000000|7850000000|0xdC035D45d973E3EC169d2276DDab16f1e407384F
WBTC|Wrapped Bitcoin|wrapped-bitcoin|https://wbtc.network|store-of-value|2019|64180|121500|121500|0x2260fac5e5542a773aa44fbcfedf7c193bc2c599
HYPE|Hyperliquid|hyperliquid|https://hyperliquid.xyz|defi|2024|31.6|961000000|243000000|
LINK|Chainlink|chainlink|https://chain.link|infrastructure|2017|9.42|1000000000|708000000|0x514910771af9ca656af840dff83e8264ecf986ca
USDE|Ethena USDe|ethena-usde|https://ethena.fi|stablecoin|2024|1|6350000000|6350000000|0x4c9EDD5852cd905f086C759E8383e09bff1E68B3
XMR|Monero|monero|https://www.getmonero.org|privacy|2014|338|18446000|18446000|
CC|Canton|canton|https://www.canton.network|infrastructure|2025|0.148|38000000000|37500000000|
XLM|Stellar|stellar|https://stellar.org|payments|2014|0.163|50001800000|33100000000|
DAI|Dai|dai|https://sky.money|stablecoin|2017|1|5360000000|5360000000|0x6b175474e89094c44da98b954eedeac495271d0f
CBBTC|Coinbase Wrapped BTC|coinbase-wrapped-btc|https://www.coinbase.com/cbbtc|store-of-value|2024|64210|74200|74200|0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf
LTC|Litecoin|litecoin|https://litecoin.org|payments|2011|55.2|77400000|77400000|
ZEC|Zcash|zcash|https://z.cash|privacy|2016|251|16900000|16900000|
HBAR|Hedera|hedera|https://hedera.com|smart-contract|2019|0.0968|50000000000|43300000000|
USD1|World Liberty Financial USD|world-liberty-financial-usd|https://worldlibertyfinancial.com|stablecoin|2025|1|4120000000|4120000000|0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d
AVAX|Avalanche|avalanche|https://www.avax.network|smart-contract|2020|9.35|463000000|432000000|
PYUSD|PayPal USD|paypal-usd|https://www.paypal.com/pyusd|stablecoin|2023|1|3920000000|3920000000|0x6c3ea9036406852006290770bedfcaba0e23a0e8
SUI|Sui|sui|https://sui.io|smart-contract|2023|0.97|10000000000|3960000000|
SHIB|Shiba Inu|shiba-inu|https://shibatoken.com|meme|2020|0.00000612|589240000000000|589240000000000|0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce
TON|Toncoin|toncoin|https://ton.org|smart-contract|2021|1.36|5160000000|2480000000|
CRO|Cronos|cronos|https://cronos.org|exchange-token|2018|0.0785|97500000000|41800000000|0xa0b73e1ff0b80914ab6fe0444e65848c4c34450b
WLFI|World Liberty Financial|world-liberty-financial|https://worldlibertyfinancial.com|defi|2025|0.105|100000000000|27600000000|0xdA5e1988097297dCdc1f90D4dFE7909e847CBeF6
RAIN|Rain|rain-protocol|https://www.rain.one|defi|2025|0.0082|1150000000000|338000000000|
DOT|Polkadot|polkadot|https://polkadot.com|infrastructure|2020|1.62|1680000000|1680000000|
UNI|Uniswap|uniswap|https://uniswap.org|defi|2020|3.94|900000000|634000000|0x1f9840a85d5af5bf1d1762f925bdaddc4201f984
XAUT|Tether Gold|tether-gold|https://gold.tether.to|real-world-asset|2020|4480|560000|520000|0x68749665ff8d2d112fa859aa293f07a622782f38
MNT|Mantle|mantle|https://www.mantle.xyz|smart-contract|2023|0.712|6220000000|3250000000|0x3c3a81e81dc49a522a592e7622a7e711c06bf354
BUIDL|BlackRock USD Institutional Digital Liquidity Fund|blackrock-usd-institutional-digital-liquidity-fund|https://securitize.io|real-world-asset|2024|1|2240000000|2240000000|
PAXG|PAX Gold|pax-gold|https://paxos.com/paxgold|real-world-asset|2019|4495|480000|480000|0x45804880de22913dafe09f4980848ece6ecbaf78
TAO|Bittensor|bittensor|https://bittensor.com|ai|2021|184|21000000|10900000|
EOS|EOS|eos|https://eosnetwork.com|smart-contract|2018|1.12|2100000000|1640000000|
OKB|OKB|okb|https://www.okx.com|exchange-token|2019|86.5|21000000|21000000|0x75231f58b43240c9718dd58b4967c5114342a86c
AAVE|Aave|aave|https://aave.com|defi|2020|118.4|16000000|15200000|0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9
PEPE|Pepe|pepe|https://www.pepe.vip|meme|2023|0.00000412|420690000000000|420690000000000|0x6982508145454ce325ddbe47a25d4ec3d2311933
PI|Pi|pi|https://minepi.com|payments|2025|0.186|13400000000|9300000000|
BGB|Bitget Token|bitget-token-new|https://www.bitget.com|exchange-token|2021|2.42|919000000|699000000|
NEAR|NEAR Protocol|near-protocol|https://near.org|smart-contract|2020|1.31|1290000000|1290000000|
ASTER|Aster|aster|https://www.asterdex.com|defi|2025|0.672|7900000000|2500000000|
USDF|Falcon USD|falcon-usd|https://falcon.finance|stablecoin|2025|0.999|1620000000|1620000000|
M|MemeCore|memecore|https://memecore.com|meme|2025|1.28|10000000000|1250000000|
HTX|HTX DAO|htx-dao|https://www.htxdao.com|exchange-token|2024|0.00000172|999900000000000|930000000000000|
APT|Aptos|aptos|https://aptosfoundation.org|smart-contract|2022|1.94|1190000000|805000000|
USDG|Global Dollar|global-dollar-usdg|https://globaldollar.com|stablecoin|2024|1|1520000000|1520000000|0xe343167631d89B6Ffc58B88d6b7fB0228795491D
ETC|Ethereum Classic|ethereum-classic|https://ethereumclassic.org|smart-contract|2016|9.72|210700000|156200000|
ICP|Internet Computer|internet-computer|https://internetcomputer.org|smart-contract|2021|2.71|549000000|549000000|
RLUSD|Ripple USD|ripple-usd|https://ripple.com|stablecoin|2024|1|1480000000|1480000000|0x8292Bb45bf1Ee4d140127049757C2E0fF06317eD
ONDO|Ondo|ondo|https://ondo.finance|real-world-asset|2024|0.298|10000000000|4870000000|0xfAbA6f8e4a5E8Ab82F62fe7C39859FA577269BE3
ENA|Ethena|ethena|https://ethena.fi|defi|2024|0.1695|15000000000|8400000000|0x57e114B691Db790C35207b2e685D4A43181e6061
WLD|Worldcoin|worldcoin|https://world.org|ai|2023|0.462|10000000000|3020000000|
POL|POL (ex-MATIC)|polygon-ecosystem-token|https://polygon.technology|smart-contract|2019|0.1285|10600000000|10600000000|0x455e53cbb86018ac2b8092fdcd39d8444affc3f6
SKY|Sky|sky|https://sky.money|defi|2024|0.0591|23460000000|23000000000|0x56072C95FAA701256059aa122697B133aDEd9279
KCS|KuCoin Token|kucoin-token|https://www.kucoin.com|exchange-token|2017|9.86|142300000|131200000|0x039B5649A59967e3e936D7471f9c3700100Ee1ab
ATOM|Cosmos|cosmos|https://cosmos.network|infrastructure|2019|2.24|503000000|496000000|
ALGO|Algorand|algorand|https://algorand.co|smart-contract|2019|0.1152|10000000000|8930000000|
FIL|Filecoin|filecoin|https://filecoin.io|infrastructure|2020|1.315|1960000000|768000000|
RETH|Rocket Pool ETH|rocket-pool-eth|https://rocketpool.net|defi|2021|2865|342000|342000|0xae78736cd615f374d3085123a210448e74fc6393
ARB|Arbitrum|arbitrum|https://arbitrum.foundation|smart-contract|2023|0.1612|10000000000|6050000000|0xb50721bcf8d664c30412cfbc6cf7a15145234ad1
HASH|Provenance Blockchain|hash-2|https://provenance.io|real-world-asset|2021|0.0182|100000000000|52000000000|
KAS|Kaspa|kaspa|https://kaspa.org|payments|2021|0.0342|27400000000|27400000000|
VET|VeChain|vechain|https://vechain.org|infrastructure|2018|0.01086|85990000000|85990000000|
FDUSD|First Digital USD|first-digital-usd|https://firstdigitallabs.com|stablecoin|2023|0.999|905000000|905000000|0xc5f0f7b66764f6ec8c8dff7ba683102295e16409
RENDER|Render|render|https://rendernetwork.com|ai|2020|1.72|533000000|519000000|
QNT|Quant|quant|https://quant.network|infrastructure|2018|71.2|14880000|12070000|0x4a220e6096b25eadb88358cb44068a3248254675
USDTB|USDtb|usdtb|https://usdtb.money|stablecoin|2024|1|845000000|845000000|
TRUMP|OFFICIAL TRUMP|official-trump|https://gettrumpmemes.com|meme|2025|3.62|1000000000|232000000|
NEXO|NEXO|nexo|https://nexo.com|defi|2018|0.812|1000000000|1000000000|0xb62132e35a6c13ee1ee0f84dc5d40bad8d815206
USDD|USDD|usdd|https://usdd.io|stablecoin|2022|0.999|812000000|812000000|0x0c10bf8fcb7bf5412187a595ab97a3609160b5c6
FLR|Flare|flare|https://flare.network|infrastructure|2023|0.00982|104000000000|81500000000|
NIGHT|Midnight|midnight-network|https://midnight.network|privacy|2025|0.0462|24000000000|16600000000|
USDY|Ondo US Dollar Yield|ondo-us-dollar-yield|https://ondo.finance|real-world-asset|2023|1.12|652000000|652000000|
PUMP|Pump.fun|pump-fun|https://pump.fun|meme|2025|0.00202|1000000000000|354000000000|
MORPHO|Morpho|morpho|https://morpho.org|defi|2024|1.28|1000000000|541000000|0x58D97B57BB95320F9a05dC918Aef65434969c2B2
XDC|XDC Network|xdc-network|https://xinfin.org|real-world-asset|2019|0.0356|38100000000|19200000000|
JUP|Jupiter|jupiter|https://jup.ag|defi|2024|0.1842|6860000000|3320000000|
BDX|Beldex|beldex|https://www.beldex.io|privacy|2018|0.0812|10000000000|7400000000|
GT|GateToken|gatetoken|https://www.gate.com|exchange-token|2019|7.05|92000000|79000000|0xe66747a101bff2dba3697199dcce5b743b454759
SEI|Sei|sei|https://www.sei.io|smart-contract|2023|0.0812|10000000000|6700000000|
BONK|Bonk|bonk|https://bonkcoin.com|meme|2022|0.00000662|87990000000000|82100000000000|
TUSD|TrueUSD|trueusd|https://tusd.io|stablecoin|2018|0.998|494000000|494000000|0x0000000000085d4780b73119b644ae5ecd22b376
CAKE|PancakeSwap|pancakeswap|https://pancakeswap.finance|defi|2020|1.44|351000000|331000000|0x152649ea73beab28c5b49b26eb48f7ead6d4c898
DASH|Dash|dash|https://www.dash.org|privacy|2014|37.2|12600000|12600000|
VIRTUAL|Virtuals Protocol|virtuals-protocol|https://www.virtuals.io|ai|2024|0.71|1000000000|656000000|0x44ff8620b8cA30902395A7bD3F2407e1A091BF73
PENGU|Pudgy Penguins|pudgy-penguins|https://www.pudgypenguins.com|meme|2024|0.00712|88800000000|62800000000|
FET|Artificial Superintelligence Alliance|artificial-superintelligence-alliance|https://fetch.ai|ai|2019|0.189|2710000000|2310000000|0xaea46a60368a7bd060eec7df8cba43b7ef41ad85
XTZ|Tezos|tezos|https://tezos.com|smart-contract|2018|0.405|1090000000|1070000000|
STX|Stacks|stacks|https://www.stacks.co|smart-contract|2019|0.238|1820000000|1820000000|
CRV|Curve DAO Token|curve-dao-token|https://www.curve.finance|defi|2020|0.291|2360000000|1460000000|0xd533a949740bb3306d119cc777fa900ba034cd52
OP|Optimism|optimism-ethereum|https://www.optimism.io|smart-contract|2022|0.2061|4290000000|2050000000|
ZRO|LayerZero|layerzero|https://layerzero.network|infrastructure|2024|1.58|1000000000|262000000|0x6985884C4392D348587B19cb9eAAf157F13271cd
GHO|GHO|gho|https://gho.xyz|stablecoin|2023|0.999|412000000|412000000|0x40d16fc0246ad3160ccc09b8d0d3a2cd28ae6c2f
EURC|EURC|eurc|https://www.circle.com/eurc|stablecoin|2022|1.09|372000000|372000000|0x1abaea1f7c830bd89acc67ec4af516284b1bc33c
IMX|Immutable|immutable-x|https://www.immutable.com|gaming|2021|0.199|2000000000|1980000000|0xF57e7e7C23978C3cAEC3C3548E3D615c346e79fF
DCR|Decred|decred|https://decred.org|store-of-value|2016|22.4|17200000|17200000|
TIA|Celestia|celestia|https://celestia.org|infrastructure|2023|0.438|1150000000|862000000|
KAIA|Kaia|kaia|https://kaia.io|smart-contract|2019|0.0598|6300000000|6300000000|
LDO|Lido DAO|lido-dao|https://lido.fi|defi|2021|0.412|1000000000|898000000|0x5a98fcbea516cf06857215779fd812ca3bef1b32
CHZ|Chiliz|chiliz|https://www.chiliz.com|gaming|2018|0.0352|10300000000|10300000000|0x3506424f91fd33084466f402d5d97f05f8e3b4af
INJ|Injective|injective|https://injective.com|defi|2020|3.62|100000000|100000000|
JST|JUST|just|https://www.just.network|defi|2020|0.0412|9900000000|8750000000|
TBTC|tBTC|tbtc|https://threshold.network|store-of-value|2021|64150|5600|5600|0x18084fba666a33d37592fa2633fd49a74dd93a88
GRT|The Graph|the-graph|https://thegraph.com|infrastructure|2020|0.0322|10800000000|10700000000|0xc944e90c64b2c07662a292be6244bdf05cda44a7
SPX|SPX6900|spx6900|https://spx6900.com|meme|2023|0.365|931000000|931000000|0xe0f63a424a4439cbe457d80e4f4b51ad25b2c56c
BTT|BitTorrent|bittorrent-new|https://bt.io|infrastructure|2019|0.000000341|990000000000000|986000000000000|
CBETH|Coinbase Wrapped Staked ETH|coinbase-wrapped-staked-eth|https://www.coinbase.com/cbeth|defi|2022|2770|121000|121000|0xbe9895146f7af43049ca1c1ae358b0541ea49704
LIT|Lighter|lighter-xyz|https://lighter.xyz|defi|2025|1.31|1000000000|250000000|0x232CE3bd40fCd6f80f3d55A522d03f25Df784Ee2
ETHFI|ether.fi|ether-fi-ethfi|https://www.ether.fi|defi|2024|0.478|999000000|685000000|0xFe0c30065B384F05761f15d0CC899D4F9F9Cc0eB
AERO|Aerodrome Finance|aerodrome-finance|https://aerodrome.finance|defi|2023|0.361|1850000000|905000000|
FLOKI|FLOKI|floki|https://floki.com|meme|2021|0.0000342|9650000000000|9540000000000|0xcf0C122c6b73ff809C693DB761e7BaeBe62b6a2E
IP|Story|story-protocol|https://www.story.foundation|infrastructure|2025|0.912|1020000000|352000000|
GNO|Gnosis|gnosis-gno|https://www.gnosis.io|defi|2017|120.5|3000000|2640000|0x6810e776880c02933d47db1b9fc05908e5386b96
NFT|APENFT|apenft|https://apenft.org|gaming|2021|0.000000321|999900000000000|990100000000000|
2Z|DoubleZero|doublezero|https://doublezero.xyz|infrastructure|2025|0.0912|10000000000|3470000000|
STRK|Starknet|starknet|https://www.starknet.io|smart-contract|2024|0.0592|10000000000|5300000000|0xca14007eff0db1f8135f4c25b34de49ab0d42766
SUN|Sun (New)|sun-token|https://sun.io|defi|2021|0.0162|19600000000|19200000000|
BSV|Bitcoin SV|bitcoin-sv|https://bitcoinsv.com|payments|2018|15.4|20000000|20000000|
IOTA|IOTA|iota|https://www.iota.org|infrastructure|2016|0.0702|4820000000|4280000000|
TEL|Telcoin|telcoin|https://www.telco.in|payments|2017|0.00312|100000000000|95000000000|0x467bccd9d29f223bce8043b84e8c8b282827790f
PYTH|Pyth Network|pyth-network|https://www.pyth.network|infrastructure|2023|0.0512|10000000000|5750000000|
SYRUP|Maple Finance|maple-finance-syrup|https://maple.finance|defi|2024|0.252|1230000000|1150000000|
JASMY|JasmyCoin|jasmy|https://www.jasmy.co.jp|infrastructure|2021|0.00582|50000000000|49400000000|0x7420b4b9a0110cdc71fb720908340c03f9bc03ec
CFX|Conflux|conflux|https://confluxnetwork.org|smart-contract|2020|0.0542|5700000000|5160000000|
ENS|Ethereum Name Service|ethereum-name-service|https://ens.domains|infrastructure|2021|6.72|100000000|38400000|0xc18360217d8f7ab5e7c516566761ea12ce7f9d72
MYX|MYX Finance|myx-finance|https://myx.finance|defi|2025|1.12|1000000000|212000000|
SAND|The Sandbox|the-sandbox|https://www.sandbox.game|gaming|2020|0.0892|3000000000|2660000000|0x3845badade8e6dff049820680d1f14bd3903a5d0
MWC|MimbleWimbleCoin|mimblewimblecoin|https://www.mwc.mw|privacy|2019|21.4|11000000|11000000|
HNT|Helium|helium|https://www.helium.com|infrastructure|2019|1.21|186000000|186000000|
WIF|dogwifhat|dogwifhat|https://dogwifcoin.org|meme|2023|0.2245|998900000|998900000|
TWT|Trust Wallet Token|trust-wallet-token|https://trustwallet.com|infrastructure|2020|0.532|999600000|416600000|
PENDLE|Pendle|pendle|https://www.pendle.finance|defi|2021|1.31|281500000|168000000|0x808507121b80c02388fad14726482e061b8da827
LUNC|Terra Classic|terra-luna|https://www.terra-classic.io|smart-contract|2019|0.0000382|6470000000000|5460000000000|
THETA|Theta Network|theta-network|https://www.thetatoken.org|infrastructure|2018|0.208|1000000000|1000000000|
H|Humanity Protocol|humanity-protocol|https://www.humanity.org|infrastructure|2025|0.0912|10000000000|2200000000|
MANA|Decentraland|decentraland|https://decentraland.org|gaming|2017|0.1042|2190000000|1920000000|0x0f5d2fb29fb7d3cfee444a200298f468908cc942
AXS|Axie Infinity|axie-infinity|https://axieinfinity.com|gaming|2020|1.18|270000000|168000000|0xbb0e17ef65f82ab018d8edd776e8dd940327b28b
MON|Monad|monad|https://www.monad.xyz|smart-contract|2025|0.0182|100000000000|10800000000|
GALA|Gala|gala|https://gala.com|gaming|2020|0.00418|47400000000|46600000000|0xd1d2eb1b1e90b638588728b4130137d262c87cae
NEO|Neo|neo|https://neo.org|smart-contract|2016|2.68|100000000|70500000|
TRAC|OriginTrail|origintrail|https://origintrail.io|ai|2018|0.412|500000000|447000000|0xaa7a9ca87d3694b5755f213b5d04094b8d0f0a6f
XCN|Onyxcoin|onyxcoin|https://onyx.org|defi|2021|0.00512|48400000000|35700000000|
RAY|Raydium|raydium|https://raydium.io|defi|2021|0.682|555000000|268000000|
ZK|ZKsync|zksync|https://zksync.io|smart-contract|2024|0.0192|21000000000|9500000000|
CRVUSD|crvUSD|crvusd|https://www.curve.finance|stablecoin|2023|0.999|182000000|182000000|0xf939e0a03fb07f59a73314e73794be0e57ac1b4e
DEXE|DeXe|dexe|https://dexe.io|defi|2020|3.18|96500000|57100000|0xde4ee8057785a7e8e800db58f9784845a5c2cbd6
BAT|Basic Attention Token|basic-attention-token|https://basicattentiontoken.org|infrastructure|2017|0.1195|1500000000|1496000000|0x0d8775f648430679a709e98d2b0cb6250d2887ef
COMP|Compound|compound|https://compound.finance|defi|2020|18.5|10000000|9660000|0xc00e94cb662c3520282e6f5717214004a7f26888
FARTCOIN|Fartcoin|fartcoin|https://www.infinitebackrooms.com|meme|2024|0.1682|1000000000|1000000000|
MX|MX Token|mx-token|https://www.mexc.com|exchange-token|2018|1.82|410000000|92400000|0x11eef04c884e24d9b7b4760e7476d06ddf797f36
FF|Falcon Finance|falcon-finance-ff|https://falcon.finance|defi|2025|0.0712|10000000000|2340000000|
FLUID|Fluid|instadapp|https://fluid.io|defi|2021|2.12|100000000|78000000|0x4e47951508fd4a4126f8ff9cf5e6fa3b7cc8e073
GLM|Golem|golem-network-tokens|https://www.golem.network|infrastructure|2016|0.1602|1000000000|1000000000|0x7dd9c5cba05e151c895fde1cf355c9a1d5da6429
XPL|Plasma|plasma|https://www.plasma.to|smart-contract|2025|0.0882|10000000000|1800000000|
CVX|Convex Finance|convex-finance|https://www.convexfinance.com|defi|2021|1.72|100000000|91600000|0x4e3FBD56CD56c3e72c1403e103b45Db9da5B9D2B
XEC|eCash|ecash|https://e.cash|payments|2020|0.00000788|19980000000000|19980000000000|
RUNE|THORChain|thorchain|https://thorchain.org|defi|2019|0.448|425000000|351000000|
WEMIX|WEMIX|wemix|https://www.wemix.com|gaming|2020|0.342|590000000|459000000|
KITE|Kite|kite|https://gokite.ai|ai|2025|0.0812|10000000000|1800000000|0x904567252D8F48555b7447c67dCA23F0372E16be
AUSD|Agora Dollar|agora-dollar|https://www.agora.finance|stablecoin|2024|1|142000000|142000000|0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a
EGLD|MultiversX|multiversx-egld|https://multiversx.com|smart-contract|2020|4.82|29400000|29400000|
AR|Arweave|arweave|https://www.arweave.org|infrastructure|2018|2.12|65600000|65600000|
ZORA|Zora|zora|https://zora.co|infrastructure|2025|0.0312|10000000000|4400000000|
ZANO|Zano|zano|https://zano.org|privacy|2019|8.92|15200000|15200000|
MKR|Maker|maker|https://makerdao.com|defi|2017|1412|870000|96000|0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2
JTO|Jito|jito|https://www.jito.network|defi|2023|0.312|1000000000|434000000|
EURS|STASIS EURO|stasis-euro|https://eurs.stasis.net|stablecoin|2018|1.09|124000000|124000000|0xdb25f211ab05b1c97d595516f45794528a807ad8
1INCH|1inch Network|1inch|https://1inch.io|defi|2020|0.0942|1500000000|1400000000|0x111111111117dc0aa78b770fa6a738034120c302
TOSHI|Toshi|toshi-thetoshi|https://www.toshithecat.com|meme|2023|0.000312|420690000000|420690000000|
SFP|SafePal|safepal|https://www.safepal.com|infrastructure|2021|0.262|500000000|500000000|0x12e2b8033420270db2f3b328e32370cb5b2ca134
0G|0G|zero-gravity|https://0g.ai|ai|2025|0.612|1000000000|213000000|
WAL|Walrus|walrus-xyz|https://www.walrus.xyz|infrastructure|2025|0.0812|5000000000|1600000000|
KMNO|Kamino Finance|kamino|https://kamino.com|defi|2024|0.0212|10000000000|6100000000|
ATH|Aethir|aethir|https://aethir.com|ai|2024|0.00812|42000000000|15400000000|0xbe0Ed4138121EcFC5c0E56B40517da27E6c5226B
GRASS|Grass|grass|https://www.grass.io|ai|2024|0.262|1000000000|472000000|
AKT|Akash Network|akash-network|https://akash.network|ai|2020|0.412|289000000|289000000|
S|Sonic|sonic|https://www.soniclabs.com|smart-contract|2025|0.0412|3230000000|2880000000|
FRXUSD|Frax USD|frax-usd|https://frax.com|stablecoin|2025|1|118000000|118000000|
RSR|Reserve Rights|reserve-rights|https://reserve.org|defi|2019|0.00182|100000000000|62400000000|0x320623b8e4ff03373931769a31fc52a4e78b5d70
AIOZ|AIOZ Network|aioz-network|https://aioz.network|ai|2021|0.0912|1240000000|1240000000|0x626e8036deb333b408be468f951bdb42433cbf18
DOG|Dog (Bitcoin)|dog-go-to-the-moon-rune|https://www.dogofbitcoin.com|meme|2024|0.00112|100000000000|100000000000|
MELANIA|Melania Meme|melania-meme|https://melaniameme.com|meme|2025|0.1312|1000000000|842000000|
BEAM|Beam|onbeam|https://onbeam.com|gaming|2023|0.00212|57800000000|51500000000|0x62d0a8458ed7719fdaf978fe5929c6d342b0bfce
W|Wormhole|wormhole|https://wormhole.com|infrastructure|2024|0.0201|10000000000|5400000000|
VELO|Velo|velo|https://velo.org|payments|2020|0.00612|24000000000|17600000000|
EIGEN|EigenCloud|eigenlayer|https://www.eigencloud.xyz|infrastructure|2024|0.202|1790000000|530000000|0xec53bF9167f50cDEB3Ae105f56099aaaB9061F83
SNX|Synthetix|synthetix|https://www.synthetix.io|defi|2018|0.312|348000000|343000000|0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f
APE|ApeCoin|apecoin-ape|https://apecoin.com|gaming|2022|0.1162|1000000000|908000000|0x4d224452801aced8b2f0aebe155379bb5d594381
GAS|Gas|gas|https://neo.org|infrastructure|2016|1.62|65000000|65000000|
COW|CoW Protocol|cow-protocol|https://cow.fi|defi|2022|0.1912|1000000000|548000000|0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab
LPT|Livepeer|livepeer|https://livepeer.org|ai|2018|2.14|48500000|48500000|0x58b6a8a3302369daec383334672404ee733ab239
BMX|BitMart Token|bitmart-token|https://www.bitmart.com|exchange-token|2018|0.312|1000000000|328000000|0x986ee2b944c42d017f52af21c4c69b84dbea35d8
DOLA|DOLA|inverse-finance-dola-stablecoin|https://www.inverse.finance|stablecoin|2021|0.998|102000000|102000000|0x865377367054516e17014ccded1e7d814edc9ce4
MET|Meteora|meteora|https://www.meteora.ag|defi|2025|0.202|1000000000|495000000|
RAIL|Railgun|railgun|https://railgun.org|privacy|2021|1.72|100000000|57500000|0xe76c6c83af64e4c60245d8c7de953df673a7a33d
TRIBE|Tribe|tribe|https://tribedao.xyz|defi|2021|0.412|457000000|240000000|0xc7283b66eb1eb5fb86327f08e1b5816b0720212b
RVN|Ravencoin|ravencoin|https://ravencoin.org|payments|2018|0.00612|15900000000|15900000000|
ZEN|Horizen|horizen|https://www.horizen.io|privacy|2017|5.42|17900000|17900000|
DEEP|DeepBook Protocol|deepbook|https://deepbook.tech|defi|2024|0.0312|10000000000|3100000000|
DYDX|dYdX|dydx-chain|https://dydx.xyz|defi|2021|0.1182|1000000000|817000000|0x92D6C1e31e14520e676a687F0a93788B716BEff5
RONIN|Ronin|ronin|https://roninchain.com|gaming|2022|0.1312|1000000000|724000000|
TFUEL|Theta Fuel|theta-fuel|https://www.thetatoken.org|infrastructure|2019|0.0132|7090000000|7090000000|
BARD|Lombard|lombard|https://www.lombard.finance|defi|2025|0.412|1000000000|225000000|0xf0DB65D17e30a966C2ae6A21f6BBA71cea6e9754
SAFE|Safe|safe1|https://safe.global|infrastructure|2024|0.1312|1000000000|698000000|0x5afe3855358e112b5647b952709e6165e1c1eeee
QTUM|Qtum|qtum|https://qtum.org|smart-contract|2017|0.862|108000000|105900000|0x9a642d6b3368ddc662CA244bAdf32cDA716005BC
ROSE|Oasis|oasis-network|https://oasis.net|privacy|2020|0.0118|10000000000|7500000000|
XPR|XPR Network|proton|https://xprnetwork.org|payments|2020|0.00312|31000000000|28300000000|0xd7efb00d12c2c13131fd319336fdf952525da2af
FLOW|Flow|flow|https://flow.com|gaming|2020|0.0542|1620000000|1620000000|
VTHO|VeThor Token|vethor-token|https://vechain.org|infrastructure|2018|0.000912|96000000000|96000000000|
SUPER|SuperVerse|superverse|https://superverse.co|gaming|2021|0.1362|1000000000|640000000|0xe53EC727dbDEB9E2d5456c3be40cFF031AB40A55
YFI|yearn.finance|yearn-finance|https://yearn.fi|defi|2020|2520|36670|34200|0x0bc529c00c6401aef6d220be8c6ea1667f6ad93e
ZRX|0x Protocol|0x|https://0x.org|defi|2017|0.1012|1000000000|848000000|0xE41d2489571d322189246DaFA5ebDe1F4699F498
XYO|XYO|xyo|https://xyo.network|infrastructure|2018|0.00612|13900000000|13900000000|0x55296f69f40ea6d20e478533c15a6b08b654e758
SNEK|Snek|snek|https://www.snek.com|meme|2023|0.00112|76700000000|74300000000|
CORE|Core|core-dao|https://coredao.org|smart-contract|2023|0.0782|2100000000|1040000000|
CCD|Concordium|concordium|https://www.concordium.com|smart-contract|2022|0.00712|14000000000|11400000000|
ZIL|Zilliqa|zilliqa|https://www.zilliqa.com|smart-contract|2018|0.00412|21000000000|19700000000|0x05f4a42e251f2d52b8ed15E9FEdAacFcEF1FAD27
KSM|Kusama|kusama|https://kusama.network|infrastructure|2019|4.52|17900000|17900000|
T|Threshold|threshold|https://threshold.network|defi|2022|0.00712|11200000000|11100000000|0xcdf7028ceab81fa0c6971208e83fa7872994bee5
MINA|Mina|mina|https://minaprotocol.com|smart-contract|2021|0.0612|1280000000|1280000000|
REQ|Request|request|https://request.network|payments|2017|0.0912|999000000|830000000|0x8f8221afbb33998d8584a2b05749ba73c37a938a
KAITO|KAITO|kaito|https://www.kaito.ai|ai|2025|0.312|1000000000|242000000|
ELF|aelf|aelf|https://aelf.com|smart-contract|2017|0.0912|1000000000|821000000|0xbf2179859fc6d5bee9bf9158632dc51678a4100e
MOVE|Movement|movement|https://www.movementnetwork.xyz|smart-contract|2024|0.0232|10000000000|3200000000|0x3073f7aAA4DB83f95e9FFf17424F71D4751a3073
DGB|DigiByte|digibyte|https://digibyte.org|payments|2014|0.00412|17900000000|17900000000|
CKB|Nervos Network|nervos-network|https://www.nervos.org|smart-contract|2019|0.00152|48900000000|48200000000|
EDU|Open Campus|open-campus|https://www.opencampus.xyz|infrastructure|2023|0.112|1000000000|640000000|0x26aad156ba8efa501b32b42ffcdc8413f90e9c99
USELESS|Useless Coin|theuselesscoin|https://theuselesscoin.com|meme|2025|0.0712|1000000000|1000000000|
BRETT|Brett (Based)|based-brett|https://www.basedbrett.com|meme|2024|0.00712|9910000000|9910000000|
TURBO|Turbo|turbo|https://turbotoken.io|meme|2023|0.00102|69000000000|69000000000|0xA35923162C49cF95e6BF26623385eb431ad920D3
ASTR|Astar|astar|https://astar.network|smart-contract|2022|0.00842|8550000000|8300000000|
AXL|Axelar|axelar|https://axelar.network|infrastructure|2022|0.0612|1220000000|1140000000|
OM|MANTRA|mantra|https://www.mantrachain.io|real-world-asset|2020|0.0612|1700000000|1140000000|0x3593d125a4f7849a1b059e64f4517a86dd60c95d
WAVES|Waves|waves|https://waves.tech|smart-contract|2016|0.582|118000000|118000000|0x1cf4592ebffd730c7dc92c1bdffdfc3b9efcf29a
XNO|Nano|nano|https://nano.org|payments|2015|0.512|133250000|133250000|
XVG|Verge|verge|https://vergecurrency.com|privacy|2014|0.00412|16500000000|16500000000|
HOT|Holo|holo|https://holo.host|infrastructure|2018|0.000382|177600000000|177600000000|0x6c6ee5e31d828de241282b9606c8e98ea48526e2
EURCV|EUR CoinVertible|eur-coinvertible|https://www.sgforge.com|stablecoin|2023|1.09|62000000|62000000|
FRAX|Frax|frax-share|https://frax.com|defi|2020|0.742|92000000|89600000|0x853d955acef822db058eb8505911ed77f175b99e
ARKM|Arkham|arkham|https://arkm.com|ai|2023|0.1012|1000000000|648000000|0x6e2a43be0b1d33b726f0ca3b8de60b3482b8b050
ORDI|ORDI|ordi|https://www.ordinals.com|meme|2023|3.12|21000000|21000000|
SNT|Status|status|https://status.app|infrastructure|2017|0.0142|6800000000|4600000000|0x744d70fdbe2ba4cf95131626614a1763df805b9e
CFG|Centrifuge|centrifuge-cfg|https://centrifuge.io|real-world-asset|2021|0.112|680000000|575000000|0xcccCCCcCCC33D538DBC2EE4fEab0a7A1FF4e8A94
BERA|Berachain|berachain|https://www.berachain.com|smart-contract|2025|0.452|512000000|142000000|
SC|Siacoin|siacoin|https://sia.tech|infrastructure|2015|0.00112|57000000000|57000000000|
MOG|Mog Coin|mog-coin|https://www.mogcoin.xyz|meme|2023|0.000000162|390570000000000|390570000000000|0xaaee1a9723aadb7afa2810263653a34ba2c21c7a
GMX|GMX|gmx|https://gmx.io|defi|2021|6.12|10400000|10300000|
KAVA|Kava|kava|https://www.kava.io|defi|2019|0.0582|1080000000|1080000000|
ID|SPACE ID|space-id|https://space.id|infrastructure|2023|0.0512|2000000000|1200000000|0x2dff88a56767223a5529ea5960da7a3f5f766406
PNUT|Peanut the Squirrel|peanut-the-squirrel|https://pnutsol.com|meme|2024|0.0612|999800000|999800000|
COAI|ChainOpera AI|chainopera-ai|https://chainopera.ai|ai|2025|0.312|1000000000|196000000|
ACH|Alchemy Pay|alchemy-pay|https://alchemypay.org|payments|2020|0.00612|10000000000|9960000000|0xed04915c23f00a313a544955524eb7dbd823143d
PROVE|Succinct|succinct|https://www.succinct.xyz|infrastructure|2025|0.312|1000000000|195000000|0x6BEF15D938d4E72056AC92Ea4bDD0D76B1C4ad29
NMR|Numeraire|numeraire|https://numer.ai|ai|2017|7.82|10800000|7600000|0x1776e1f26f98b1a5df9cd347953a26dd3cb46671
POLYX|Polymesh|polymesh|https://polymesh.network|real-world-asset|2021|0.0512|1200000000|1150000000|
USDP|Pax Dollar|pax-dollar|https://paxos.com/usdp|stablecoin|2018|1|58000000|58000000|0x8E870D67F660D95d5be530380D0eC0bd388289E1
MEW|cat in a dogs world|cat-in-a-dogs-world|https://mew.xyz|meme|2024|0.000652|88900000000|88900000000|
STG|Stargate Finance|stargate-finance|https://stargate.finance|defi|2022|0.1112|1000000000|520000000|0xaf5191b0de278c7286d6c7cc6ab6bb8a73ba2cd6
MOODENG|Moo Deng|moo-deng-solana|https://www.moodengsol.com|meme|2024|0.0582|990000000|990000000|
BLUR|Blur|blur-token|https://blur.io|defi|2022|0.0212|3000000000|2700000000|0x5283d291dbcf85356a21ba090e6db59121208b44
OMNI|Omni Network|omni-network|https://omni.network|infrastructure|2024|0.912|100000000|62000000|
MEME|Memecoin|meme-token|https://www.memecoin.org|meme|2023|0.00092|69000000000|61000000000|0xb131f4a55907b10d1f0a50d8ab8fa09ec342cd74
SUSHI|SushiSwap|sushiswap|https://www.sushi.com|defi|2020|0.198|288000000|283000000|0x6b3595068778dd592e39a122f4f5a5cf09c90fe2
POPCAT|Popcat (SOL)|popcat-sol|https://www.popcatsolana.xyz|meme|2023|0.0562|979900000|979900000|
PUNDIX|Pundi X (New)|pundi-x-new|https://pundix.com|payments|2021|0.212|258000000|258000000|0x0fd10b9899882a6f2fcb5c371e17e70fdee00c38
XCH|Chia|chia|https://www.chia.net|smart-contract|2021|3.62|35600000|14900000|
XVS|Venus|venus|https://venus.io|defi|2020|3.12|30000000|16800000|0xd3cc9d8f3689b83c91b7b59cab4946b063eb894a
EURI|Eurite|eurite|https://www.eurite.com|stablecoin|2024|1.09|48000000|48000000|
SAHARA|Sahara AI|sahara-ai|https://saharaai.com|ai|2025|0.0212|10000000000|2460000000|
GUSD|Gemini Dollar|gemini-dollar|https://www.gemini.com/dollar|stablecoin|2018|1|52000000|52000000|0x056fd409e1d7a124bd7017459dfea2f387b6d5cd
PLUME|Plume|plume|https://plume.org|real-world-asset|2025|0.0152|10000000000|3400000000|0x4C1746A800D224393fE2470C70A35717eD4eA5F1
ANKR|Ankr|ankr|https://www.ankr.com|infrastructure|2019|0.00512|10000000000|10000000000|0x8290333ceF9e6D528dD5618Fb97a76f268f3EDD4
ARDR|Ardor|ardor|https://www.ardorplatform.org|infrastructure|2017|0.0512|998500000|998500000|
CSPR|Casper|casper|https://www.casper.network|smart-contract|2021|0.00362|14200000000|14100000000|
ORCA|Orca|orca|https://www.orca.so|defi|2021|0.812|75000000|60200000|
LINEA|Linea|linea|https://linea.build|smart-contract|2025|0.00312|72000000000|15500000000|0x1789e0043623282D5DCc7F213d703C6D8BAfBB04
IOTX|IoTeX|iotex|https://iotex.io|infrastructure|2018|0.00512|9440000000|9440000000|0x6fB3e0A217407EFFf7Ca062D46c26E5d60a14d69
CVC|Civic|civic|https://www.civic.com|infrastructure|2017|0.0512|1000000000|942000000|0x41e5560054824ea6b0732e656e3ad64e20e94e45
ONT|Ontology|ontology|https://ont.io|infrastructure|2018|0.0512|1000000000|925000000|
COTI|COTI|coti|https://coti.io|payments|2019|0.0182|4400000000|2600000000|0xddb3422497e61e13543bea06989c0789117555c5
ENJ|Enjin Coin|enjin-coin|https://enjin.io|gaming|2017|0.0241|1950000000|1930000000|0xf629cbd94d3791c9250152bd8dfbdf380e2a3b9c
UMA|UMA|uma|https://uma.xyz|defi|2020|0.512|127600000|90600000|0x04fa0d235c4abf4bcf4787af4cf447de572ef828
MASK|Mask Network|mask-network|https://mask.io|infrastructure|2021|0.462|100000000|100000000|0x69af81e73a73b40adf4f3d4223cd9b1ece623074
PEOPLE|ConstitutionDAO|constitutiondao|https://www.constitutiondao.com|meme|2021|0.00912|5060000000|5060000000|0x7a58c0be72be218b41c608b7fe7c5bb630736c71
POWR|Powerledger|power-ledger|https://powerledger.io|infrastructure|2017|0.0812|1000000000|564000000|0x595832f8fc6bf59c85c527fec3740a1b7a361269
DUSK|DUSK|dusk|https://dusk.network|privacy|2019|0.0912|500000000|490000000|0x940a2db1b7008b6c776d4faaca729d6d4a4aa551
CELO|Celo|celo|https://celo.org|smart-contract|2020|0.0752|1000000000|592000000|
AVNT|Avantis|avantis|https://www.avantisfi.com|defi|2025|0.1712|1000000000|258000000|
SPK|Spark|spark|https://spark.fi|defi|2025|0.0232|10000000000|1900000000|0xc20059e0317DE91738d13af027DfC4a50781b066
ME|Magic Eden|magic-eden|https://magiceden.io|defi|2024|0.1412|1000000000|312000000|
VANA|Vana|vana|https://www.vana.org|ai|2024|1.42|120000000|31000000|
AUDIO|Audius|audius|https://audius.org|infrastructure|2020|0.0312|1430000000|1410000000|0x18aaa7115705e8be94bffebde57af9bfc265b998
SKL|SKALE|skale-network|https://skale.space|infrastructure|2020|0.00712|6100000000|6100000000|0x00c83aecc790e8a4453e5dd3b0b4b3680501a7a7
FTM|Fantom|fantom|https://fantom.foundation|smart-contract|2018|0.05268|1000000000|823720273|
LUNA|Terra|terra-luna-v2|https://www.terra.money|smart-contract|2022|0.0612|1070000000|709000000|
API3|API3|api3|https://api3.org|infrastructure|2020|0.312|154000000|139000000|0x0b38210ea11411557c13457D4dA7dC6ea731B88a
SUSD|sUSD|susd|https://www.synthetix.io|stablecoin|2018|0.982|44000000|44000000|0x57ab1ec28d129707052df4df418d58a2d46d5f51
RBN|Ribbon Finance|ribbon-finance|https://www.ribbon.finance|defi|2023|0.7425|||0x6123b0049f904d730db3c36a31167d9d4121fa6b
STORJ|Storj|storj|https://www.storj.io|infrastructure|2017|0.1012|425000000|425000000|0xb64ef51c888972c908cfacf59b47c1afbc0ab8ac
TKX|Tokenize Xchange|tokenize-xchange|https://titanlab.io|infrastructure|2020|0.04373|1426684076|978318287|0x667102bd3413bfeaa3dffb48fa8288819e480a88
FTN|Fasttoken|fasttoken|https://fasttoken.com|defi|2023|6.996|21000000|6076061|0xaedf386b755465871ff874e3e37af5976e247064
LRC|Loopring|loopring|https://loopring.org|defi|2017|0.0312|1370000000|1360000000|0xbbbbca6a901c926f240b89eacb641d8aec7aeafd
GAL|Galxe|galxe|https://www.galxe.com|infrastructure|2020|0.6064|100000000|69662617|0x5faa989af96af85384b8a938c2ede4a7378d9875
DRIFT|Drift|drift-protocol|https://www.drift.trade|defi|2024|0.0712|1000000000|592000000|
ALT|AltLayer|altlayer|https://altlayer.io|infrastructure|2024|0.00712|10000000000|5900000000|0x8457CA5040ad67fdebbCC8EdCE889A335Bc0fbFB
ETHW|EthereumPoW|ethereumpow|https://ethereumpow.org|smart-contract|2022|0.1445|290557787|290557787|
BIO|Bio Protocol|bio-protocol|https://www.bio.xyz|ai|2025|0.0212|3320000000|1980000000|0xcb1592591996765Ec0eFc1f92599A19767ee5ffA
CDT|Blox|blox|https://blox.example|payments|2017|1.049|84000000|39784029|0x177d39ac676ed1c67a2b268ad7f1e58826e5b0af
PAAL|PAAL AI|paal-ai|https://www.paal.ai|ai|2024|0.125|1075546584|331889056|0x14fee680690900ba0cccfc76ad70fd1b95d10e16
NOS|Nosana|nosana|https://nosana.io|infrastructure|2022|0.00725|8886498080|5688700543|
OPEN|OpenLedger|openledger|https://www.openledger.xyz|ai|2025|0.1412|1000000000|291000000|
CHR|Chromia|chromia|https://chromia.com|payments|2019|0.01623|10000000000|2526423515|0x8a2279d4a90b6fe1c4b30fa660cc9f926797baa2
DEGEN|Degen (Base)|degen-base|https://www.degen.tips|meme|2024|0.00003995|1302441736404|1020478576329|
RSS3|RSS3|rss3|https://rss3.io|payments|2023|2.732|14837337|14837337|0xc98d64da73a6616c42117b582e832812e7b8d57f
SSV|ssv.network|ssv-network|https://ssv.network|infrastructure|2021|2.91|14500000|13900000|0x9d65ff81a3c488d585bbfb0bfe3c7707c7917f54
RED|RedStone|redstone|https://redstone.finance|infrastructure|2025|0.1312|1000000000|308000000|0xc43C6bfeDA065fE2c4c11765Bf838789bd0BB5dE
OKT|OKT Chain|okt-chain|https://www.okx.com/oktc|exchange-token|2021|36.19|1113736|1113736|
ANT|Aragon|aragon|https://aragon.org|infrastructure|2017|2.732|14670347|14670347|0xa117000000f279d81a1d3cc75430faa017fa5a2e
HIVE|Hive|hive-blockchain|https://hive.io|infrastructure|2020|0.0782|510000000|510000000|
ALEX|ALEX Lab|alex-lab|https://alexlab.co|infrastructure|2021|65.39|||0xe7c3755482d0da522678af05945062d4427e0923
KUJI|Kujira|kujira|https://kujira.network|defi|2020|0.02993|1324217076|1324217076|
ICX|ICON|icon|https://icon.community|smart-contract|2017|0.0362|1100000000|1090000000|
MOBILE|Helium Mobile|helium-mobile|https://www.helium.com|infrastructure|2022|0.213|680865510|185045500|
BAND|Band|band-protocol|https://bandprotocol.com|infrastructure|2019|0.232|169000000|169000000|0xBA11D00c5f74255f56a5E366F4F77f5A186d7f55
AZERO|Aleph Zero|aleph-zero|https://alephzero.org|payments|2022|0.01066|12067591045|3677097757|
CTC|Creditcoin|creditcoin|https://creditcoin.org|real-world-asset|2019|0.04781|1000000000|815378282|0xa3ee21c306a700e682abcdfe9baa6a08f3820419
ONE|Harmony|harmony|https://www.harmony.one|smart-contract|2019|0.00262|14800000000|14800000000|
RLB|Rollbit Coin|rollbit-coin|https://rollbit.com|payments|2021|5.447|24211791|7117813|0x046eee2cc3188071c02bfc1745a6b17c656e3f3d
DESO|Decentralized Social|decentralized-social|https://www.deso.com|smart-contract|2021|0.6937|136969848|55586372|
AMPL|Ampleforth|ampleforth|https://www.ampleforth.org|defi|2019|1.14|52400000|33800000|0xD46bA6D942050d489DBd938a2C909A5d5039A161
NEIRO|Neiro|first-neiro-on-ethereum|https://neirocoin.io|meme|2024|0.0000912|420690000000|420690000000|0x812Ba41e071C7b7fA4EBcFB62dF5F45f6fA853Ee
SHDW|Shadow Token|shadow-token|https://www.shadowysupercoderdao.com|infrastructure|2020|1.16|33061880|33061880|
BIGTIME|Big Time|big-time|https://bigtime.gg|gaming|2023|0.0182|5000000000|2100000000|0x64Bc2cA1Be492bE7185FAA2c8835d9b824c8a194
RPL|Rocket Pool|rocket-pool|https://rocketpool.net|defi|2017|1.72|22200000|22200000|0xd33526068d116ce69f19a9ee46f0bd304f21a51f
NXM|Nexus Mutual|nexus-mutual|https://nexusmutual.io|defi|2023|0.7412|100000000|51464123|0xd7c49cee7e9188cca6ad8ff264c1da2e69d4cf3b
LUSD|Liquity USD|liquity-usd|https://www.liquity.org|stablecoin|2021|1|38000000|38000000|0x5f98805a4e8be255a32880fdec7f6728c6568ba0
NOT|Notcoin|notcoin|https://notco.in|gaming|2024|0.000382|102500000000|99400000000|
SXP|SXP|sxp|https://solar.org|defi|2019|0.04527|1000000000|838093496|0x8ce9137d39326ad0cd6491fb5cc0cba0e089b6a9
SCRT|Secret|secret|https://scrt.network|privacy|2020|0.112|338000000|338000000|
STRD|Stride|stride|https://stride.zone|infrastructure|2023|5.63|25399195|6702945|
POND|Marlin|marlin|https://www.marlin.org|payments|2022|0.003968|10000000000|9459784424|0x57b946008913b82e4df85f501cbaed910e58d26c
SFUND|Seedify.fund|seedify-fund|https://seedify.fund|infrastructure|2023|0.2178|||0x560363bda52bc6a44ca6c8c9b4a5fadbda32fa60
BNT|Bancor|bancor|https://bancor.network|defi|2017|0.342|114000000|109000000|0x1f573d6fb3f13d689ff844b4ce37794d79a7ff1c
FNSA|FINSCHIA|finschia|https://finschia.io|smart-contract|2020|3.714|||
RLC|iExec RLC|rlc|https://iex.ec|ai|2017|0.512|87000000|72400000|0x607f4c5bb672230e8672085532f7e901544a7375
RIF|RSK Infrastructure Framework|rsk-infrastructure-framework|https://rif.technology|infrastructure|2021|0.5416|100000000|68210948|
LSD|L7DEX|l7dex|https://l7dex.example|infrastructure|2020|40.41|1467270|909391|
LCX|LCX|lcx|https://www.lcx.com|infrastructure|2021|2.855|21000000|12804024|0x037a54aab062628c9bbae1fdb1583c195585fe41
SPELL|Spell Token|spell-token|https://abracadabra.money|defi|2021|0.000212|196000000000|172000000000|0x090185f2135308bad17527004364ebcc2d37e5f6
PROM|Prom|prom|https://prom.io|infrastructure|2020|0.03876|1000000000|938183921|0xfc82bb4ba86045af6f327323a46e80412b91b27d
IQ|IQ|iq|https://iq.wiki|defi|2017|0.02266|2000000000|1596382287|0x579cea1889991f68acc35ff5c3dd0621ff29b0c9
TRB|Tellor Tributes|tellor-tributes|https://tellor.io|infrastructure|2023|0.03599|999874960|999874960|0x88df592f8eb5d7bd38bfef7deb0fbc02cf3778a0
HEART|Humans.ai|humans-ai|https://humans.ai|ai|2023|0.1562|685498926|229183178|0x8fac8031e079f409135766c7d5de29cf22ef897c
SOMI|Somnia|somnia|https://somnia.network|gaming|2025|0.1912|1000000000|187000000|
KUB|Bitkub Coin|bitkub-coin|https://www.bitkubchain.com|payments|2021|0.4058|87759325|87759325|
PRIME|Echelon Prime|echelon-prime|https://www.echelon.io|gaming|2023|0.612|111000000|58000000|0xb23d80f5fefcddaa212212f028021b41ded428cf
CYBER|Cyber|cyberconnect|https://cyber.co|infrastructure|2023|0.612|100000000|58000000|0x14778860e937f509e651192a90589de711fb88a9
YGG|Yield Guild Games|yield-guild-games|https://www.yieldguild.io|gaming|2021|0.0512|1000000000|692000000|0x25f8087ead173b73d6e8b84329989a8eea16cf73
ORAI|Oraichain|oraichain|https://orai.io|smart-contract|2020|80.64|1000000|439341|0x4c11249814f11b9346808179cf06e71ac328c1b5
ILV|Illuvium|illuvium|https://illuvium.io|gaming|2021|5.12|9700000|6900000|0x767fe9edc9e0df98e07454847909b5e959d7ca0e
ATOR|AirTor Protocol|airtor-protocol|https://airtor-protocol.example|infrastructure|2021|0.4846|72731128|72731128|0x0f7b3f5a8fed821c5eb60049538a548db2d479ce
CROWN|Crown by Third Time Games|crown-by-third-time-games|https://crown-by-third-time-games.example|gaming|2020|0.07175|488695560|488695560|
TOKEN|TokenFi|tokenfi|https://tokenfi.com|defi|2023|0.3028|115203510|115203510|0x4507cef57c46789ef8d1a19ea45f4216bae2b528
SIGN|Sign|sign|https://sign.global|infrastructure|2025|0.0212|10000000000|1640000000|0x868FCEd65edBF0056c4163515dD840e9f287A4c3
IOST|IOST|iost|https://iost.io|smart-contract|2018|0.04075|||0xFA1a856Cfa3409CFa145Fa4e20Eb270dF3EB21ab
LADYS|Milady Meme Coin|milady-meme-coin|https://milady.gg|meme|2021|0.0001827|420690000000|188981479157|0x12970e6868f88f6557b76120662c1b3e50a646bf
OSAK|Osaka Protocol|osaka-protocol|https://osaka-protocol.example|infrastructure|2023|0.1582|285596884|217133081|0xa21af1050f7b26e0cff45ee51548254c41ed6b5c
WOO|WOO|wootrade|https://woo.org|exchange-token|2020|0.0182|1900000000|1880000000|0x4691937a7508860f876c9c0a2a617e7d9e945d4b
VVS|VVS Finance|vvs-finance|https://vvs.finance|defi|2023|0.1986|182124934|172080694|0x839e71613f9aa06e5701cf6de63e303616b0dde3
USTC|TerraClassicUSD|terraclassicusd|https://www.terra-classic.io|payments|2020|0.00612|6050000000|5580000000|
PHA|Phala Network|phala-network|https://phala.network|ai|2020|0.0412|1000000000|828000000|0x6c5ba91642f10282b576d91922ae6448c9d52f4e
AGIX|SingularityNET|singularitynet|https://singularitynet.io|ai|2017|0.0812|1370000000|420000000|0x5b7533812759b45c2b44c19e320ba2cd2681b542
AI|Sleepless AI|sleepless-ai|https://www.sleeplessai.net|ai|2024|0.02279|1491935730|1491935730|
BOLD|Liquity BOLD|liquity-bold|https://www.liquity.org|stablecoin|2025|1|34000000|34000000|
CPOOL|Clearpool|clearpool|https://clearpool.finance|real-world-asset|2021|0.0412|1000000000|822000000|0x66761fa41377003622aee3c7675fc7b5c1c2fac5
ZCX|Unizen|unizen|https://unizen.io|infrastructure|2022|3.383|9999528|9999528|0xc52c326331e9ce41f04484d3b5e5648158028804
EURE|Monerium EUR emoney|monerium-eur-money|https://monerium.com|stablecoin|2019|1.09|31000000|31000000|0x39b8b6385416f4ca36a20319f70d28621895279d
ERG|Ergo|ergo|https://ergoplatform.org|smart-contract|2019|0.412|82000000|82000000|
NGL|Entangle|entangle|https://entangle.fi|infrastructure|2021|0.05306|1000000000|634315428|0x12652c6d93fdb6f4f37d48a8687783c782bb0d10
TET|Tectum|tectum|https://tectum.io|defi|2023|0.06697|500019643|500019643|0x68a47fe1cf42eba4a030a10cd4d6a1031ca3ca0a
CQT|Covalent|covalent|https://www.covalenthq.com|smart-contract|2020|38.52|1000000|864927|0xd417144312dbf50465b1c641d016962017ef6240
OMI|ECOMI|ecomi|https://ecomi.com|infrastructure|2021|0.07076|489314723|468468502|0xed35af169af46a02ee13b9d79eb57d6d68c1749e
ADI|ADI|adi|https://adi.example|infrastructure|2021|71.11|463814|463814|0x8b1484d57abbe239bb280661377363b03c89caea
ELON|Dogelon Mars|dogelon-mars|https://dogelonmars.com|meme|2023|0.04098|1392218147|800776773|0x761d38e5ddf6ccf6cf7c55759d5210750b5d60f3
CELR|Celer Network|celer-network|https://www.celer.network|infrastructure|2019|0.00412|10000000000|7960000000|0x4f9254c83eb525f9fcf346490bbb3ed28a81c667
MIM|Magic Internet Money|magic-internet-money|https://abracadabra.money|stablecoin|2021|0.991|33000000|33000000|0x99d8a9c45b2eca8864373a26d1459e3dff1e17f3
ORBS|Orbs|orbs|https://www.orbs.com|payments|2020|0.3265|100002999|100002999|0xff56cc6b1e6ded347aa0b7676c85ab0b3d08b0fa
ONG|Ontology Gas|ontology-gas|https://ont.io|infrastructure|2018|0.0812|1000000000|402000000|
FLUX|Flux|zel|https://runonflux.com|infrastructure|2018|0.0812|422000000|401000000|0x720CD16b011b987Da3518fbf38c3071d4F0D1495
ZBC|Zebec Protocol|zebec-protocol|https://zebec.io|infrastructure|2022|0.8574|78762165|37890373|
STEEM|Steem|steem|https://steem.com|infrastructure|2016|0.0612|530000000|530000000|
CHECK|Checkmate|checkmate|https://checkmate.example|infrastructure|2025|0.3232|100013921|100013921|0x9126236476eFBA9Ad8aB77855c60eB5BF37586Eb
NXRA|AllianceBlock Nexera|allianceblock-nexera|https://allianceblock-nexera.example|payments|2020|0.8736|100000000|36816445|0x644192291cc835a93d6330b24ea5f5fedd0eef9e
NOIA|Syntropy|syntropy|https://syntropy.example|infrastructure|2022|0.5128|100000000|62406856|0xa8c8cfb141a3bb59fea1e2ea6b79b5ecbcd7b6ca
FOX|ShapeShift FOX Token|shapeshift-fox-token|https://shapeshift.com|defi|2022|0.03184|1000083360|1000083360|0xc770EEfAd204B5180dF6a14Ee197D99d808ee52d
MNDE|Marinade|marinade|https://marinade.finance|defi|2021|0.0612|1000000000|520000000|
EWT|Energy Web Token|energy-web-token|https://www.energyweb.org|infrastructure|2019|0.512|82000000|62000000|
MOVR|Moonriver|moonriver|https://moonbeam.network/networks/moonriver|smart-contract|2023|37.97|1000000|834451|
ARRR|Pirate Chain|pirate-chain|https://piratechain.com|privacy|2018|0.1612|196000000|196000000|
IO|io.net|io-net|https://io.net|ai|2024|0.1012|800000000|312000000|
ARK|ARK|ark|https://ark.io|smart-contract|2017|0.108|291912349|291912349|
DAG|Constellation|constellation|https://constellationnetwork.io|infrastructure|2018|0.003137|9999991123|9999991123|
NU|NuCypher|nucypher|https://www.nucypher.com|infrastructure|2021|0.004928|9700287503|6334089923|0x4fE83213D56308330EC302a8BD641f1d0113A4Cc
DENT|Dent|dent|https://www.dentwireless.com|infrastructure|2017|0.000312|100000000000|100000000000|0x3597bfd533a99c9aa083587b074434e61eb0a258
BOME|BOOK OF MEME|book-of-meme|https://www.bookofmeme.io|meme|2024|0.000452|68900000000|68900000000|
OSMO|Osmosis|osmosis|https://osmosis.zone|defi|2021|0.0412|1000000000|755000000|
TOR|TOR|tor|https://tor.example|infrastructure|2022|0.732|100000000|42431410|
FIRO|Firo|firo|https://firo.org|privacy|2016|1.72|18000000|18000000|
ASSET|REAL|real|https://real.example|real-world-asset|2021|58.71|1000000|526421|0x99E980265Bf36516C442be982df1772a6cCb3233
ABT|Arcblock|arcblock|https://www.arcblock.io|infrastructure|2018|0.312|186000000|98600000|0xb98d4c97425d9908e66e53a6fdf673acca0be986
MVL|MVL|mvl|https://mvlchain.io|defi|2022|0.006008|10000000000|5118752794|0xa849eaae994fb86afa73382e9bd88c2b6b18dc71
10SET|Tenset|tenset|https://tenset.io|infrastructure|2020|0.01343|2734934991|2278609423|
LQTY|Liquity|liquity|https://www.liquity.org|defi|2021|0.312|100000000|98000000|0x6dea81c8171d0ba574754ef6f8b412f2ed88c54d
VR|Victoria VR|victoria-vr|https://victoriavr.com|infrastructure|2021|30.45|1000030|1000030|0x7d5121505149065b562c789a0145ed750e6e8cdd
PYR|Vulcan Forged|vulcan-forged|https://vulcanforged.com|smart-contract|2020|0.03932|770626465|770626465|0x430ef9263e76dae63c84292c3409d61c598e9682
OAS|Oasys|oasys|https://www.oasys.games|infrastructure|2021|0.1163|404452537|259261085|
0X0|0x0.ai: AI Smart Contract|0x0-ai-ai-smart-contract|https://0x0.ai|ai|2022|0.8921|41241998|33633003|0x5a3e6a77ba2f983ec0d371ea3b475f8bc0811ad5
DEUSD|Elixir deUSD|elixir-deusd|https://www.elixir.xyz|stablecoin|2024|0.998|30000000|30000000|
HFT|Hashflow|hashflow|https://www.hashflow.com|infrastructure|2022|32.39|921792|921792|0xb3999f658c0391d94a37f7ff328f3fec942bcadc
SDEX|SmarDex|smardex|https://smardex.io|payments|2023|0.2971|100001889|100001889|0x5de8ab7e27f6e7a1fff3e5b337584aa43961beef
AIXBT|aixbt by Virtuals|aixbt|https://aixbt.tech|ai|2024|0.0312|1000000000|950000000|
MYRIA|Myria|myria|https://myria.com|payments|2022|1.408|20997987|20997987|0xa0ef786bf476fe0810408caba05e536ac800ff86
AUCTION|Bounce|bounce|https://bounce.finance|smart-contract|2023|0.8649|100000000|34016234|0xa9b1eb5908cfc3cdf91f9b8b3a74108598009096
OCEAN|Ocean Protocol|ocean-protocol|https://oceanprotocol.com|ai|2019|0.1412|271000000|208000000|0x967da4048cd07ab37855c090aaf366e4ce1b9f48
GNS|Gains Network|gains-network|https://gains.trade|infrastructure|2022|0.04665|1334586650|627588007|
METIS|Metis|metisdao|https://www.metis.io|smart-contract|2021|4.12|10000000|7100000|0x9e32b13ce7f2e80a01932b42553652e053d6ed8e
SLP|Smooth Love Potion|smooth-love-potion|https://axieinfinity.com|gaming|2020|0.000812|36000000000|36000000000|0xcc8fa225d80b9c7d42f96e9570156c65d6caaa25
BLZ|Bluzelle|bluzelle|https://bluzelle.com|infrastructure|2015|0.5821|120862453|50050121|0x5732046a883704404f284ce41ffadd5b007fd668
GIGA|Gigachad|gigachad-meme|https://www.gigachadsolana.com|meme|2024|0.00312|9600000000|9300000000|
AURORA|Aurora|aurora|https://aurora.dev|smart-contract|2023|75.02|386460|386460|0xaaaaaa20d9e0e2461697782ef11675f668207961
KNC|Kyber Network Crystal v2|kyber-network-crystal-v2|https://kyberswap.com|defi|2017|0.1512|239000000|191000000|0xdefa4e8a7bcba345f687a2f1456f5edd9ce97202
MAV|Maverick Protocol|maverick-protocol|https://www.mav.xyz|smart-contract|2022|0.01749|2672850530|1649576965|0x7448c7456a97769f6cd04f1e83a4a23ccdc46abd
ACX|Across Protocol|across-protocol|https://across.to|infrastructure|2022|0.0412|1000000000|700000000|0x44108f0223a3c3028f5fe7aec7f9bb2e66bef82f
TLOS|Telos|telos|https://www.telos.net|smart-contract|2020|0.2592|||
HONEY|Hivemapper|hivemapper|https://hivemapper.com|infrastructure|2022|0.003608|10000000000|7918890288|
LAYER|Solayer|solayer|https://solayer.org|infrastructure|2025|0.0912|1000000000|312000000|
MBX|Marblex|marblex|https://www.marblex.io|defi|2020|0.1306|500000000|217708374|
SURE|inSure DeFi|insure-defi|https://insure-defi.example|defi|2021|0.1045|1000000000|270764416|0xcb86c6a22cb56b6cf40cafedb06ba0df188a416e
GOAT|Goatseus Maximus|goatseus-maximus|https://goatcoin.io|meme|2024|0.0282|1000000000|1000000000|
OMG|OMG Network|omg-network|https://omg.network|smart-contract|2017|1.42|50000000|19829474|0xd26114cd6ee289accf82350c8d8487fedb8a0c07
STPT|STP|stp|https://stp.example|smart-contract|2023|0.03934|712293339|712293339|0xde7d85157d9714eadf595045cc12ca4a5f3e2adb
WAXP|WAX|wax|https://www.wax.io|gaming|2019|0.00782|4550000000|3570000000|0x2a79324c19ef2b89ea98b23bc669b7e7c9f8a517
CGPT|ChainGPT|chaingpt|https://www.chaingpt.org|ai|2022|0.01507|2519324300|1850443048|0x25931894a86d47441213199621f1f2994e1c39aa
APEX|ApeX|apex|https://apex.exchange|infrastructure|2020|0.0555|500027318|500027318|0x52a8845df664d76c69d2eea607cd793565af42b8
POKT|Pocket Network|pocket-network|https://pokt.network|infrastructure|2020|0.0132|2200000000|2100000000|
MRS|Metars Genesis|metars-genesis|https://metars-genesis.example|infrastructure|2023|0.03698|||
BICO|Biconomy|biconomy|https://www.biconomy.io|infrastructure|2021|0.0282|1000000000|978000000|0xF17e65822b568B3903685a7c9F496CF7656Cc6C2
WRX|WazirX|wazirx|https://wazirx.com|exchange-token|2021|0.004202|||
HIFI|Hifi Finance|hifi-finance|https://hifi.finance|defi|2022|21.78|1255839|1255839|0x4b9278b94a1112cad404048903b8d343a810b07e
AITECH|Solidus Ai Tech|solidus-ai-tech|https://aitech.io|ai|2024|0.03256|1074013138|836012576|
BITCOIN|HarryPotterObamaSonic10Inu|harrypotterobamasonic10inu|https://harrypotterobamasonic10inu.example|meme|2023|0.00001774|4206900000000|1527041982416|0x72e4f9F808C49A2a61dE9C5896298920Dc4EEEa9
NAKA|Nakamoto Games|nakamoto-games|https://www.nakamoto.games|gaming|2020|0.03217|1000000000|838036196|
QANX|QANplatform|qanplatform|https://www.qanplatform.com|infrastructure|2023|0.004525|13825473946|5929339763|0xaaa9214f675316182eaa21c85f0ca99160cc3aaa
LSK|Lisk|lisk|https://lisk.com|smart-contract|2016|0.1182|400000000|226000000|0x6033F7f88332B8db6ad452B7C6D5bB643990aE3f
MTL|Metal DAO|metal-dao|https://metallicus.com|defi|2016|0.05763|500000000|463328696|0xf433089366899d83a9f26a773d59ec7ecf30355e
LOOM|Loom Network (NEW)|loom-network-new|https://loomx.io|infrastructure|2018|40.19|1000000|661203|0x42476f744292107e34519f9c357927074ea3f75d
MED|Medibloc|medibloc|https://medibloc.com/en|infrastructure|2018|0.008985|2943410923|2943410923|
FX|Function X|function-x|https://functionx.io|defi|2019|0.0659|563499170|399394229|0x8c15ef5b4b21951d50e53e4fbda8298ffad25057
MLK|MiL.k Alliance|mil-k-alliance|https://milkalliance.io|payments|2022|0.004192|10000000000|6248645407|
DKA|dKargo|dkargo|https://dkargo.io|infrastructure|2022|0.5147|53383501|50649441|0x5dc60c4d5e75d22588fa17ffeb90a63e535efce0
MCO2|Moss Carbon Credit|moss-carbon-credit|https://moss.earth|real-world-asset|2023|0.5985|60108450|43349894|0xfC98e825A2264D890F9a1e68ed50E1526abCcacD
HT|Huobi|huobi|https://www.htx.com|exchange-token|2019|68.37|377669|377669|0x6f259637dcd74c767781e37bc6133cd6a68aa161
EV|Everything|everything|https://everything.example|infrastructure|2020|0.01678|1531482289|1531482289|0xE7E7E741C23a4767831A56A8C99F522c5aC1E7E7
MAGIC|Treasure|treasure|https://treasure.lol|gaming|2021|0.0812|347000000|316000000|
XRD|Radix|radix-protocol|https://www.radixdlt.com|smart-contract|2021|0.00212|13600000000|12100000000|
NYM|NYM|nym|https://nym.com|privacy|2022|0.0312|1000000000|820000000|0x525a8f6f3ba4752868cde25164382bfbae3990e1
CUDOS|Cudos|cudos|https://www.cudos.org|defi|2020|88.12|||0x817bbdbc3e8a1204f3691d14bb44992841e3db35
LYX|LUKSO|lukso|https://lukso.network|smart-contract|2023|32.41|1373818|785386|
LOOKS|LooksRare|looksrare|https://looksrare.org|defi|2021|0.02533|||0xf4d2888d29d722226fafa5d9b24f9164c092421e
XPLA|XPLA|xpla|https://xpla.io|defi|2022|0.5043|49996318|49996318|
CTK|Shentu|shentu|https://www.shentu.org|smart-contract|2023|0.136|309420660|184511237|
BTSE|BTSE Token|btse-token|https://www.btse.com|exchange-token|2023|29.34|1000000|851212|0x666d875c600aa06ac1cf15641361dec3b00432ef
KEEP|Keep Network|keep-network|https://keep.network|infrastructure|2023|51.55|482178|482178|0x85eee30c52b0b379b046fb0f85f4f3dc3009afec
STMX|StormX|stormx|https://stormx.io|infrastructure|2021|0.0176|1534616887|1405602651|0xa62cc35625b0c8dc1faea39d33625bb4c15bd71c
MANTA|Manta Network|manta-network|https://manta.network|smart-contract|2024|0.0512|1000000000|482000000|
OPUL|Opulous|opulous|https://opulous.org|defi|2023|0.02932|1000000000|839754131|0x80d55c03180349fff4a229102f62328220a96444
HUMA|Huma Finance|huma-finance|https://huma.finance|real-world-asset|2025|0.0142|10000000000|1730000000|
FIS|Stafi|stafi|https://stafihub.io|defi|2023|0.04444|1000000000|551422447|0xef3a930e1ffffacd2fc13434ac81bd278b0ecc8d
XAI|Xai|xai-games|https://xai.games|gaming|2024|0.0142|2500000000|1720000000|
NKN|NKN|nkn|https://nkn.org|infrastructure|2018|2.439|9999782|9999782|0x5cf04716ba20127f1e2297addcf4b5035000c9eb
GHX|GamerCoin|gamercoin|https://gamercoin.example|gaming|2020|0.1169|||0x728f30fa2f100742c7949d1961804fa8e0b1387d
MBOX|Mobox|mobox|https://www.mobox.io|payments|2020|0.03154|766007055|766007055|
FORTH|Ampleforth Governance Token|ampleforth-governance-token|https://www.ampleforth.org|defi|2021|1.62|15300000|14900000|0x77fba179c79de5b7653f68b5039af940ada60ce0
PHB|Phoenix|phoenix|https://phoenix.global|payments|2023|1.142|31933224|21056034|
ZIG|Zignaly|zignaly|https://zignaly.com|payments|2021|0.008491|10000000000|2818600261|0xb2617246d0c6c0087f18703d576831899ca94f01
ATLAS|Star Atlas|star-atlas|https://staratlas.com|gaming|2019|1.423|21000000|16739346|
TRIAS|TriasLab|triaslab|https://triaslab.example|defi|2020|0.2344|200000000|101143562|0x3a856d4effa670c54585a5d523e96513e148e95d
ERN|Ethernity Chain|ethernity-chain|https://ethernity.io|smart-contract|2023|2.72|||0xbbc2ae13b23d715c30720f079fcd9b4a74093505
USUAL|Usual|usual|https://usual.money|defi|2024|0.0142|1900000000|1660000000|0xC4441c2BE5d8fA8126822B9929CA0b81Ea0DE38E
EUL|Euler|euler-finance|https://www.euler.finance|defi|2022|1.12|27200000|21000000|0xd9fcd98c322942075a5c3860693e9f4f03aae07b
MPLX|Metaplex|metaplex|https://www.metaplex.com|smart-contract|2022|0.03677|1289310648|638721153|
CEL|Celsius Network|celsius-network|https://celsius.network|defi|2018|0.02338|999808927|999808927|0xaaaebe6fe48e54f431b0c390cfaf0b017d09d42d
ETN|Electroneum|electroneum|https://electroneum.com|payments|2017|0.1108|209980853|209980853|
DIONE|Dione|dione|https://dione.example|infrastructure|2020|0.4711|100000000|49154766|0x89b69f2d1adffa9a253d40840b6baa7fc903d697
SHRAP|Shrapnel|shrapnel|https://www.shrapnel.com|infrastructure|2022|0.2972|90902456|77551559|0x31e4efe290973ebe91b3a875a7994f650942d28f
ATR|Artrade|artrade|https://artrade.example|defi|2022|0.1147|||
POLS|Polkastarter|polkastarter|https://polkastarter.com|infrastructure|2020|0.01869|||0x83e6f1e41cdd28eaceb20cb649155049fac3d5aa
ANIME|Animecoin|animecoin|https://www.anime.xyz|gaming|2025|0.00412|10000000000|5540000000|
CTSI|Cartesi|cartesi|https://cartesi.io|infrastructure|2020|0.0252|1000000000|905000000|0x491604c0fdf08347dd1fa4ee062a822a5dd06b5d
DORA|Dora Factory|dora-factory|https://dorafactory.org|payments|2022|0.002475|10000000000|9182348960|0x70b790d0948a760e80bc3f892b142f7779b538b2
EURT|Tether EURt|tether-eurt|https://tether.to|stablecoin|2021|1.08|21000000|21000000|0xc581b735a1688071a1746c968e0798d642ede491
GODS|Gods Unchained|gods-unchained|https://godsunchained.com|gaming|2021|0.0512|500000000|442000000|0xccc8cb5229b0ac8069c51fd58367fd1e622afd97
IXS|IX Swap|ix-swap|https://ixswap.io|real-world-asset|2023|2.659|10000000|8507000|0x73d7c860998ca3c01ce8c808f5577d94d545d1b4
ERA|Caldera|caldera|https://www.caldera.xyz|infrastructure|2025|0.1512|1000000000|149000000|0xE2AD0BF751834f2fbdC62A41014f84d67cA1de2A
REZ|Renzo|renzo|https://www.renzoprotocol.com|defi|2024|0.00352|10000000000|6400000000|0x3B50805453023a91a8bf641e279401a0b23FA6F9
SIDUS|Sidus|sidus|https://sidusheroes.com|infrastructure|2022|0.1809|138757220|124458137|0x549020a9cb845220d66d3e9c6d9f9ef61c981102
FRONT|Frontier|frontier|https://frontier.xyz|infrastructure|2020|0.01876|1194530820|1194530820|0xf8c3527cc04340b208c854e985240c02f7b7793f
PIXEL|Pixels|pixels|https://www.pixels.xyz|gaming|2024|0.00812|5000000000|2750000000|0x3429d03c6f7521aec737a0bbf2e5ddcef2c3ae31
LTO|LTO Network|lto-network|https://ltonetwork.com|infrastructure|2022|47.96|465072|465072|0xd01409314acb3b245cea9500ece3f6fd4d70ea30
UTYA|Utya|utya|https://utya.example|defi|2022|0.0888|281974638|250010141|
OGN|Origin Protocol|origin-protocol|https://www.originprotocol.com|infrastructure|2023|2.668|10000000|8282412|0x8207c1ffc5b6804f6024322ccf34f29c3541ae26
RLY|Rally|rally|https://rly.network|defi|2021|0.05176|1000000000|424934155|0xf1f955016ecbcd7321c7266bccfb96c68ea5e49b
HUNT|Hunt|hunt|https://hunt.town|infrastructure|2020|0.2373|156668809|92255581|0x9aab071b4129b083b01cb5a0cb513ce7eca26fa5
QSR|Quasar|quasar|https://quasar.example|defi|2021|0.0461|500000000|472677726|
PRO|Propy|propy|https://propy.com|real-world-asset|2020|0.0237|1000000000|915154848|0x226bb599a12c826476e3a771454697ea52e9e220
HPO|Hippocrat|hippocrat|https://hippocrat.example|payments|2023|1.074|||0xfe39c384d702914127a005523f9915addb9bd59b
MBL|MovieBloc|moviebloc|https://moviebloc.com|smart-contract|2020|0.001633|13158731208|13158731208|
QKC|QuarkChain|quarkchain|https://quarkchain.io|infrastructure|2018|85.65|249720|249720|0xea26c4ac16d4a5a106820bc8aee85fd0b7b2b664
PNG|Pangolin|pangolin|https://pangolin.exchange|infrastructure|2021|0.8542|||
RAD|Radworks|radworks|https://radworks.org|infrastructure|2021|0.312|99000000|68000000|0x31c8eacbffdd875c74b94b077895bd78cf1e64a3
C98|Coin98|coin98|https://coin98.com|defi|2021|0.0212|1000000000|1000000000|0xae12c5930881c53715b369cec7606b70d8eb229f
CTXC|Cortex|cortex|https://cortexlabs.ai|infrastructure|2017|0.1813|200000000|116881829|
EL|ELYSIA|elysia|https://elysia.land|payments|2021|0.08208|312823385|256975236|0x2781246fe707bb15cee3e5ea354e2154a2877b16
WIN|WINkLink|wink|https://winklink.org|infrastructure|2019|0.0000212|993700000000|993700000000|
CLV|Clover Finance|clover-finance|https://clv.org|defi|2021|1.033|50000000|20324190|0x80c62fe4487e1351b47ba49809ebd60ed085bf52
SWEAT|Sweat Economy|sweat-economy|https://sweateconomy.com|infrastructure|2020|43.46|480850|480850|0xb4b9dc1c77bdbb135ea907fd5a08094d98883a35
LAT|PlatON Network|platon-network|https://www.platon.network|infrastructure|2021|0.3767|55219337|55219337|
SXT|Space and Time|space-and-time|https://www.spaceandtime.io|defi|2025|0.5992|50000000|34554394|0xE6Bfd33F52d82Ccb5b37E16D3dD81f9FFDAbB195
UOS|Ultra|ultra|https://ultra.io|smart-contract|2022|0.04486|1152704884|459415022|0xd13c7342e1ef687c5ad21b27c2b65d772cab5c8c
MFT|Mainframe|mainframe|https://mainframe.example|defi|2019|0.001351|15184467669|15184467669|0xdf2c7238198ad8b389666574f2d8bc411a4b7428
SKI|Ski Mask Dog|ski-mask-dog|https://skimaskdog.com|meme|2024|0.0212|967000000|967000000|
JOE|JOE|joe|https://lfj.gg|defi|2021|0.0512|500000000|400000000|
BZR|Bazaars|bazaars|https://bazaars.example|payments|2020|1.013|30903880|20157516|0x8d96b4ab6c741a4c8679ae323a100d74f085ba8f
REN|Ren|ren|https://renproject.io|defi|2017|3.127|10000000|6499968|0x408e41876cccdc0f92210600ef50372656052a38
MEZO|Mezo|mezo|https://mezo.org|infrastructure|2025|0.1012|199918152|199918152|0x8e4cbBcc33dB6c0a18561fDE1F6bA35906d4848b
DMTR|Dimitra|dimitra|https://dimitra.io|smart-contract|2021|0.01712|2000000000|1176315198|0x51cb253744189f11241becb29bedd3f1b5384fdb
SAITAMA|Saitama|saitama|https://saitama.example|infrastructure|2023|2.053|||0xce3f08e664693ca792cace4af1364d5e220827b2
BRISE|Bitgert|bitgert|https://bitgert.com|smart-contract|2023|1.712|36794957|11655108|0xf2b2f7b47715256ce4ea43363a867fdce9353e3a
NEON|Neon|neon|https://neonevm.org|infrastructure|2020|52.19|1000000|380567|
BOBA|Boba Network|boba-network|https://boba.network|smart-contract|2021|0.0412|500000000|482000000|0x42bbfa2e77757c645eeaad1655e0911a7553efbc
OZO|Ozone Chain|ozone-chain|https://ozone-chain.example|smart-contract|2021|0.09885|200004661|200004661|
POLY|Polymath|polymath|https://polymath.network|real-world-asset|2018|0.06272|1000000000|313769437|0x9992ec3cf6a55b00978cddf2b27bc6882d88d1ec
LON|Tokenlon|tokenlon|https://tokenlon.im|smart-contract|2022|26.65|1000000|735056|0x0000000000095413afc295d19edeb1ad7b71c952
LYRA|Lyra Finance|lyra-finance|https://www.lyra.finance|defi|2022|0.5396|57426013|36136623|0x01ba67aac7f75f647d94220cc98fb30fcc5105bf
LOKA|League of Kingdoms|league-of-kingdoms|https://www.leagueofkingdoms.com|gaming|2022|0.0512|500000000|380000000|0x61e90a50137e1f645c9ef4a0d3a4f01477738406
CAH|Moon Tropica|moon-tropica|https://moon-tropica.example|meme|2023|0.000001941|9999928392759|9999928392759|0x8e0e57dcb1ce8d9091df38ec1bfc3b224529754a
SDAO|SingularityDAO|singularitydao|https://singularitydao.ai|defi|2023|0.1622|200000000|119117476|0x993864e43caa7f7f12953ad6feb1d1ca635b875f
VRA|Verasity|verasity|https://verasity.io|smart-contract|2021|0.9158|21000546|21000546|0xf411903cbc70a74d22900a5de66a2dda66507255
CLORE|Clore.ai|clore-ai|https://clore.ai|ai|2023|18.34|1378027|1043849|
RESOLV|Resolv|resolv|https://resolv.xyz|defi|2025|0.0612|1000000000|312000000|
WELL|Moonwell|moonwell|https://moonwell.fi|smart-contract|2022|0.09528|200005615|200005615|
MIN|Minswap|minswap|https://minswap.org|defi|2022|0.0112|3100000000|1700000000|
PORK|PepeFork|pepefork|https://pepefork.example|meme|2021|0.00009056|420690000000|209466864008|0xb9f599ce614feb2e1bbe58f180f370d05b39344e
UQC|Uquid Coin|uquid-coin|https://uquid-coin.example|payments|2020|1.095|21000000|17244333|0x8806926ab68eb5a7b909dcaf6fdbe5d93271d6e2
MC|Merit Circle|merit-circle|https://meritcircle.io|infrastructure|2023|0.0333|1522571736|564450682|0x949d48eca67b17269629c7194f4b727d4ef9e5d6
GAFI|GameFi.org|gamefi-org|https://gamefi.org|gaming|2020|47.41|394649|394649|
CETUS|Cetus Protocol|cetus-protocol|https://www.cetus.zone|defi|2023|0.0212|1000000000|880000000|
TREAD|TREAD|tread|https://tread.example|infrastructure|2025|24|776035|776035|0x31EEA0EDeb85B0cB65c1400bd2F4e487fD61B537
DYM|Dymension|dymension|https://dymension.xyz|infrastructure|2024|0.0412|1050000000|452000000|
ALI|Artificial Liquid Intelligence|artificial-liquid-intelligence|https://alethea.ai|ai|2023|0.04028|1038939739|460273109|0x6b0b3a982b4634ac68dd83a4dbf02311ce324181
NULS|NULS|nuls|https://nuls.io|smart-contract|2017|0.2247|100000000|82132581|
BREV|Brevis|brevis|https://brevis.network|smart-contract|2025|0.01537|2000000000|1195250884|0x086F405146Ce90135750Bbec9A063a8B20A8bfFb
OXT|Orchid Protocol|orchid-protocol|https://www.orchid.com|privacy|2018|0.01401|1305299358|1305299358|0x4575f41308ec1483f3d399aa9a2826d74da13deb
SOPH|Sophon|sophon|https://sophon.xyz|gaming|2025|0.00912|10000000000|2000000000|
TOMI|tomiNet|tominet|https://tomi.com|infrastructure|2020|0.07581|||0x4385328cc4d643ca98dfea734360c0f596c83449
A8|Ancient8|ancient8|https://ancient8.gg|infrastructure|2021|0.01048|||0x3E5A19c91266aD8cE2477B91585d1856B84062dF
STOS|Stratos|stratos|https://www.thestratos.org|infrastructure|2021|18.04|999915|999915|0x08c32b0726c5684024ea6e141c50ade9690bbdcc
VAI|Vaiot|vaiot|https://vaiot.example|payments|2022|0.04173|1000000000|430298879|0xd13cfd3133239a3c73a9e535a5c4dadee36b395c
SYS|Syscoin|syscoin|https://syscoin.org|smart-contract|2014|0.0212|846000000|846000000|
SAUCE|SaucerSwap|saucerswap|https://www.saucerswap.finance|defi|2023|17.87|||
ZBT|Zerobase|zerobase|https://zerobase.pro|privacy|2025|0.0812|1000000000|220000000|
DIMO|DIMO|dimo|https://dimo.org|smart-contract|2020|0.03587|1000000000|496052630|0x5fab9761d60419c9eeebe3915a8fa1ed7e8d2e1b
META|Metadium|metadium|https://metadium.com|smart-contract|2022|1.016|50000000|17433597|0xde2f7766c8bf14ca67193128535e5c7454f8387c
ACE|Fusionist|fusionist|https://www.fusionist.io|gaming|2023|0.192|147000000|92000000|
ATA|Automata|automata|https://www.ata.network|infrastructure|2021|14.21|1401587|1240821|0xa2120b9e674d3fc3875f415a7df52e382f141225
NES|Nesa|nesa|https://nesa.ai|payments|2025|0.08719|716697706|201307446|0x230f1E241C621d5af670Dad83ebCdd18971E2995
GOG|Guild of Guardians|guild-of-guardians|https://www.guildofguardians.com|gaming|2020|94.37|185147|185147|0x9ab7bb7fdc60f4357ecfef43986818a2a3569c62
RARE|SuperRare|superrare|https://superrare.com|gaming|2021|0.0212|1000000000|822000000|0xba5bde662c17e2adff1075610382b9b691296350
ARC|Arc|arc|https://arc.example|defi|2021|36.02|660531|482872|0xc82e3db60a52cf7529253b4ec688f631aad9e7c2
SCS|Solcasino Token|solcasino-token|https://solcasino-token.example|payments|2023|0.03034|1000000000|570671387|
FORT|Forta|forta|https://forta.org|infrastructure|2022|1.787|13878987|9645037|0x41545f8b9472d758bb669ed8eaeeecd7a9c4ec29
FOGO|Fogo|fogo|https://www.fogo.io|defi|2025|0.3674|100000000|46700000|
BLD|Agoric|agoric|https://agoric.com|infrastructure|2023|0.9303|21000000|18359525|
ARPA|ARPA|arpa|https://www.arpanetwork.io|infrastructure|2019|0.0112|2000000000|1520000000|0xba50933c268f567bdc86e1ac131be072c6b0b71a
DAR|Mines of Dalarnia|mines-of-dalarnia|https://mines-of-dalarnia.example|payments|2021|0.0017|10001492801|10001492801|0x081131434f93063751813C619Ecca9C4dC7862a3
LINA|Linear|linear|https://linear.finance|infrastructure|2023|6.018|10000000|2812494|0x3e9bc21c9b189c09df3ef1b824798658d5011937
TNSR|Tensor|tensor|https://www.tensor.trade|defi|2024|0.0382|1000000000|442000000|
BTRFLY|Redacted|redacted|https://redacted.finance|infrastructure|2020|0.02016|1000000000|835765143|0xc55126051b22ebb829d00368f4b12bde432de5da
CATI|Catizen|catizen|https://catizen.ai|gaming|2024|0.0412|1000000000|408000000|
KII|Kiichain|kiichain|https://kiichain.example|infrastructure|2025|0.01677|1000169182|1000169182|0xEEC6574eAbBa52bac3f0277F2cD5Ac7e67197886
AGRS|Agoras: Currency of Tau|agoras-currency-of-tau|https://agoras-currency-of-tau.example|infrastructure|2018|3.293|10000000|5070460|0x738865301a9b7dd80dc3666dd48cf034ec42bdda
BETA|Beta Finance|beta-finance|https://betafinance.org|defi|2020|0.1662|100009545|100009545|0xbe1a001fe942f96eea22ba08783140b9dcc09d28
MELD|MELD|meld|https://www.meld.com|infrastructure|2023|0.001655|9997896994|9997896994|0x333000333b26ee30214b4af6419d9ab07a450400
MAP|MAP Protocol|map-protocol|https://www.mapprotocol.io|infrastructure|2021|15.46|1065448|1065448|0x9e976f211daea0d652912ab99b0dc21a7fd728e4
WAN|Wanchain|wanchain|https://wanchain.org|infrastructure|2018|4.038|6521226|4060795|
PROPC|Propchain|propchain|https://propchain.example|real-world-asset|2022|0.07787|604791293|209625362|0x9ff58067bd8d239000010c154c6983a325df138e
ACT|Act I The AI Prophecy|act-i-the-ai-prophecy|https://actsol.io|meme|2024|0.0172|948000000|948000000|
CRE|Carry|carry|https://carryprotocol.io|smart-contract|2021|0.3949|48158247|41149469|0x115ec79f1de567ec68b7ae7eda501b406626478e
LEVER|LeverFi|leverfi|https://leverfi.io|defi|2021|0.01815|||0x4b5f49487ea7b3609b1ad05459be420548789f1f
COMBO|COMBO|combo|https://combonetwork.io|defi|2022|0.01159|1389456686|1389456686|0xc03fbf20a586fa89c2a5f6f941458e1fbc40c661
TRADE|Polytrade|polytrade|https://polytrade.example|defi|2021|0.1244|200000000|128868798|0x6e5970dbd6fc7eb1f29c6d2edf2bc4c36124c0c1
HYPER|Hyperlane|hyperlane|https://hyperlane.xyz|infrastructure|2025|0.0912|802000000|175000000|
LMWR|LimeWire|limewire|https://limewire.com|infrastructure|2020|1.198|13321460|13321460|0x628a3b2e302c7e896acc432d2d0dd22b6cb9bc88
GWEI|ETHGas|ethgas|https://ethgas.example|defi|2025|0.1589|99982960|99982960|0x2798b1cC5A993085E8A9D46e80499F1B63f42204
IDEX|IDEX|idex|https://idex.io|payments|2020|0.9514|21000000|16623741|0xb705268213d593b8fd88d3fdeff93aff5cbdcfae
CEEK|CEEK Smart VR|ceek-smart-vr|https://www.ceek.com|smart-contract|2023|22.41|702575|702575|0xb056c38f6b7dc4064367403e26424cd2c60655e1
ORN|Orion|orion|https://orion.xyz|infrastructure|2023|1.259|21596893|12449516|0x0258f474786ddfd37abce6df6bbb1dd5dfc4434a
SOV|Sovryn|sovryn|https://sovryn.com|defi|2020|0.1365|200000000|114311475|0xbdab72602e9ad40fc6a6852caf43258113b8f7a5
DIA|DIA|dia|https://www.diadata.org|smart-contract|2022|0.007767|1999927291|1999927291|0x84ca8bc7997272c7cfb4d0cd3d55cd942b3c9419
ELA|Elastos|elastos|https://elastos.info|infrastructure|2018|0.7364|20999043|20999043|0xe6fd75ff38adca4b97fbcd938c86b98772431867
DEXT|DexTools|dextools|https://www.dextools.io|defi|2021|0.0364|820014164|422920190|0xfb7b4564402e5500db5bb6d63ae671302777c75a
DODO|DODO|dodo|https://dodoex.io|defi|2020|0.0212|1000000000|725000000|0x43dfc4159d86f3a37a5a4b3d4580b888ad7d4ddd
NUM|Numbers Protocol|numbers-protocol|https://numbersprotocol.io|infrastructure|2022|0.001914|||0x3496b523e5c00a4b4150d6721320cddb234c3079
NEWT|Newton Protocol|newton-protocol|https://www.magicnewton.com|ai|2025|0.0712|1000000000|215000000|0xD0eC028a3D21533Fdd200838F39c85B03679285D
EURR|StablR Euro|stablr-euro|https://www.stablr.com|stablecoin|2024|1.09|14000000|14000000|0x50753CfAf86c094925Bf976f218D043f8791e408
FLM|Flamingo Finance|flamingo-finance|https://flamingo.finance|defi|2022|0.08657|500000000|176233158|
PALM|PaLM AI|palm-ai|https://palm-ai.example|ai|2022|0.2165|187172311|70152937|0xf1df7305e4bab3885cab5b1e4dfc338452a67891
EVER|Everscale|everscale|https://everscale.network|payments|2023|0.1512|100000324|100000324|0x1ffefd8036409cb6d652bd610de465933b226917
ALCX|Alchemix|alchemix|https://alchemix.fi|defi|2021|0.01505|1000153964|1000153964|0xdbdb4d16eda451d0503b854cf79d55697f90c8df
BTRST|Braintrust|braintrust|https://www.usebraintrust.com|infrastructure|2022|0.4396|55486553|34087611|0x799ebfABE77a6E34311eeEe9825190B9ECe32824
COPI|Cornucopias|cornucopias|https://cornucopias.io|defi|2021|0.1578|200000000|94536352|0x42baf1f659d765c65ade5bb7e08eb2c680360d9d
REEF|Reef|reef|https://reef.io|infrastructure|2020|0.7072|20999836|20999836|0xfe3e6a25e6b192a42a44ecddcd13796471735acf
CHAT|Solchat|solchat|https://solchat.example|infrastructure|2018|0.1921|100000000|76963321|
FIDA|Bonfida|bonfida|https://bonfida.com|smart-contract|2019|0.09452|500000000|155718846|
XSGD|XSGD|xsgd|https://www.straitsx.com|stablecoin|2020|0.772|19000000|19000000|0x70e8de73ce538da2beed35d14187f6959a8eca96
FUN|FUNToken|funtoken|https://funtoken.io|payments|2016|2.441|21000000|6002768|0x419d0d8bdd9af5e606ae2232ed285aff190e711b
XPRT|Persistence One|persistence-one|https://persistence.one|defi|2021|0.2876|100000000|50720736|
DOGS|DOGS|dogs|https://dogs.dev|meme|2024|0.0000282|550000000000|516800000000|
MTRG|Meter Governance|meter-governance|https://meter.io|defi|2023|24.54|872530|591774|
GLMR|Moonbeam|moonbeam|https://moonbeam.network|smart-contract|2022|0.0142|1210000000|1020000000|
EDGEX|EDGEX|edgex|https://www.edgex.exchange|infrastructure|2025|0.0327|1000000000|442118820|0xB0076DE78Dc50581770BBa1D211dDc0aD4F2a241
VNO|Veno Finance|veno-finance|https://veno.finance|defi|2023|14.39|1000191|1000191|
SYNC|Syncus|syncus|https://syncus.example|infrastructure|2023|0.6823|||0xa41d2f8ee4f47d3b860a149765a7df8c3287b7f0
TREE|Treehouse|treehouse|https://www.treehouse.finance|defi|2025|0.0812|1000000000|176000000|
TRU|TrueFi|truefi-token|https://truefi.io|defi|2020|0.0102|1450000000|1400000000|0x4c19596f5aaff459fa38b0f7ed92f11ae6543784
HYDRO|HYDRO TOKEN|hydro-token|https://projecthydro.org|payments|2015|0.334|57180010|42708461|0x946112efaB61C3636CBD52DE2E1392D7A75A6f01
BTG|Bitcoin Gold|bitcoin-gold|https://bitcoingold.org|payments|2017|0.812|17500000|17500000|
HOPR|HOPR|hopr|https://hoprnet.org|privacy|2022|0.1165|144328063|121897192|0xf5581dfefd8fb0e4aec526be659cfab1f8c781da
PROPS|Propbase|propbase|https://propbase.example|real-world-asset|2023|0.8899|21000000|15886870|
BADGER|Badger DAO|badger-dao|https://badger.com|defi|2020|0.712|21000000|19800000|0x3472A5A71965499acd81997a54BBA8D852C6E53d
HEZ|Hermez Network|hermez-network|https://hermez.io|infrastructure|2022|0.05424|259489891|259489891|0xeef9f339514298c6a857efcfc1a762af84438dee
BSW|Biswap|biswap|https://biswap.org|defi|2021|0.02421|1230059032|578770770|
CHEQ|CHEQD Network|cheqd-network|https://www.cheqd.io|smart-contract|2022|0.5036|50000000|27699860|0x70edf1c215d0ce69e7f16fd4e6276ba0d99d4de7
VITA|VitaDAO|vitadao|https://www.vitadao.com|defi|2021|0.009366|2000000000|1482762954|0x81f8f0bb1cb2a06649e51913a151f0e7ef6fa321
COL|Clash of Lilliput|clash-of-lilliput|https://clash-of-lilliput.example|infrastructure|2020|0.001383|9996936681|9996936681|
DCN|Dentacoin Token|dentacoin-token|https://dentacoin.com|payments|2017|0.2354|100000000|58471813|0x08d32b0da63e2C3bcF8019c9c5d849d7a9d791e6
XCAD|XCAD Network|xcad-network|https://xcadnetwork.com|smart-contract|2020|0.02741|499929236|499929236|0x7659ce147d0e714454073a5dd7003544234b6aa0
IRIS|IRISnet|irisnet|https://www.irisnet.org|infrastructure|2019|54.57|249994|249994|
CRTS|Cratos|cratos|https://cratos.example|defi|2020|0.01487|913350882|913350882|0x678e840c640f619e17848045d23072844224dd37
DFI|DeFiChain|defichain|https://defichain.com|defi|2021|0.02494|542149006|542149006|0x8fc8f8269ebca376d046ce292dc7eac40c8d358a
KIN|Kin|kin|https://kin.org|payments|2017|0.7239|21000000|18595321|
ALICE|My Neighbor Alice|myneighboralice|https://www.myneighboralice.com|gaming|2021|0.1412|100000000|95000000|0xac51066d7bec65dc4589368da368b212745d63e8
NFTY|NIFTY|nifty|https://nifty.example|infrastructure|2015|0.01288|||0x3085154623F51b00Dedfc6Ceeb5197277A66B17B
SLND|Solend|solend|https://solend.fi|defi|2021|0.1334|100014416|100014416|
RE|RE|re|https://re.example|infrastructure|2022|4.714|6369900|2817720|0x526526528F35AC738177003b8773B402B8Df8143
SNS|Synesis One|synesis-one|https://www.synesis.one|infrastructure|2023|1.7|||
RIO|Realio Network|realio-network|https://www.realio.network|real-world-asset|2021|0.112|158000000|118000000|0xf21661D0D1d76d3ECb8e1B9F1c923DBfffAe4097
DNT|district0x|district0x|https://district0x.io|defi|2017|0.1048|500000000|125622135|0x0abdace70d3790235af448c88547603b945604ea
TLM|Alien Worlds|alien-worlds|https://alienworlds.io|gaming|2021|0.00212|6600000000|6200000000|0x888888848b652b3e3a0f34c96e00eec0f3a23f72
STARS|Stargaze|stargaze|https://www.stargaze.zone|defi|2023|0.1161|232361637|112892778|
IDIA|Impossible Finance Launchpad|impossible-finance-launchpad|https://impossible.finance|defi|2022|0.299|50000000|43641407|
MDT|Measurable Data|measurable-data|https://mdt.io|infrastructure|2023|0.05543|234367409|234367409|0x814e0908b12a99fecf5bc101bb5d0b8b5cdf7d26
INIT|Initia|initia|https://initia.xyz|smart-contract|2025|0.0712|1000000000|182000000|
RSC|ResearchCoin|researchcoin|https://www.researchhub.com|payments|2022|0.03043|1410570476|425023487|0xd101dcc414f310268c37eeb4cd376ccfa507f571
FCT|Firmachain|firmachain|https://firmachain.org|smart-contract|2017|0.01284|1380160737|1002820625|0xe1bad922f84b198a08292fb600319300ae32471b
KEY|SelfKey|selfkey|https://selfkey.org|defi|2022|0.1729|200000000|74142512|0x4cc19356f2d37338b9802aa8e8fc58b0373296e7
KNDX|KONDUX|kondux|https://kondux.example|smart-contract|2022|0.01625|1000000000|785386706|0x7ca5af5ba3472af6049f63c1abc324475d44efc1
XETA|XANA|xana|https://xana.example|smart-contract|2023|0.6051|20998341|20998341|0x967fb0d760ed3ce53afe2f0a071674cccae73550
STRX|StrikeX|strikex|https://strikex.com|infrastructure|2020|0.01222|1268965380|1035182117|
APX|APX|apx|https://apx.example|defi|2022|12.59|1000319|1000319|
HXRO|HXRO|hxro|https://hxro.network|defi|2022|0.02508|499935406|499935406|0x4bd70556ae3f8a6ec6c4080a0c327b24325438f3
PAID|PAID Network|paid-network|https://paidnetwork.com|infrastructure|2023|0.457|||0x1614f18fc94f47967a3fbe5ffcd46d4e7da3d787
GRS|Groestlcoin|groestlcoin|https://www.groestlcoin.org|payments|2014|0.001476|8419977186|8419977186|
BAL|Balancer|balancer|https://balancer.fi|defi|2020|0.182|69800000|68100000|0xba100000625a3754423978a60c9317c58a424e3D
ASM|Assemble Protocol|assemble-protocol|https://assemble-protocol.example|infrastructure|2020|0.2882|50000000|42932097|0x2565ae0385659badCada1031DB704442E1b69982
DATA|Streamr|streamr|https://streamr.network|infrastructure|2018|0.3271|37659534|37659534|0x8f693ca8d21b157107184d29d398a8d082b38b76
TT|ThunderCore|thundercore|https://www.thundercore.com|payments|2021|0.584|21000161|21000161|0x1e053d89e08c24aa2ce5c5b4206744dc2d7bd8f5
BILL|Billions|billions|https://billions.example|infrastructure|2025|2.008|9346533|6080683|0xb1110919016846972056AB995054D65560D5f05E
KWENTA|Kwenta|kwenta|https://kwenta.io|defi|2023|1.633|21000000|7444080|
CERE|Cere Network|cere-network|https://cere.network|infrastructure|2020|10.5|1152629|1152629|0x2da719db753dfa10a62e140f436e1d67f2ddb0d6
DEP|DEAPCOIN|deapcoin|https://deapcoin.com|payments|2023|1.186|21000000|10159598|0x1a3496c18d558bd9c6c8f609e1b129f67ab08163
SOLO|Sologenic|sologenic|https://www.sologenic.com|infrastructure|2023|1.303|9643321|9206609|
TKP|TOKPIE|tokpie|https://tokpie.example|defi|2023|12.71|969564|939684|0xd31695a1d35e489252ce57b129fd4b1b05e6acac
PARTI|Particle Network|particle-network|https://particle.network|infrastructure|2025|0.0512|1000000000|233000000|
KOGE|KOGE|koge|https://koge.example|payments|2023|0.1832|210000000|64906190|
CWEB|Coinweb|coinweb|https://coinweb.io|smart-contract|2022|2.253|10000000|5254543|0x505b5eda5e25a67e1c24a2bf1a527ed9eb88bf04
QRDO|Qredo|qredo|https://www.qredo.com|infrastructure|2021|0.05893|200006861|200006861|0x4123a133ae3c521fd134d7b13a2dec35b56c2463
RDNT|Radiant Capital|radiant-capital|https://radiant.capital|defi|2022|0.00912|1500000000|1290000000|0x137ddb47ee24eaa998a535ab00378d6bfa84f893
ROUTE|Router Protocol|router-protocol|https://www.routerprotocol.com|infrastructure|2022|0.02236|1000000000|524801727|0x16eccfdbb4ee1a85a33f3a9b21175cd7ae753db4
THOR|THORSwap|thorswap|https://thorswap.finance|defi|2020|0.06395|583091306|182689163|0xa5f2211b9b8170f694421f2046281775e8468044
LEASH|Doge Killer|doge-killer|https://shibatoken.com|meme|2023|0.0002482|100000000000|46863896804|0x27c70cd1946795b66be9d954418546998b546634
KILT|KILT Protocol|kilt-protocol|https://www.kilt.io|infrastructure|2023|0.01309|2000000000|884683494|
COVAL|Circuits of Value|circuits-of-value|https://circuits-of-value.example|infrastructure|2020|0.1413|131948540|81596844|0x3d658390460295fb963f54dc0899cfb1c30776df
GET|GET Protocol|get-protocol|https://www.get-protocol.io|infrastructure|2020|0.02164|||0x8a854288a5976036a725879164ca3e91d30c6a1b
SAMO|Samoyedcoin|samoyedcoin|https://samoyedcoin.com|meme|2021|0.00001039|1126494615292|1099961611821|
TOPIA|HYCHAIN|hychain|https://hychain.example|infrastructure|2022|2.259|10000000|5036936|0xccccb68e1a848cbdb5b60a974e07aae143ed40c3
SYN|Synapse|synapse-2|https://synapseprotocol.com|infrastructure|2021|0.0512|250000000|222000000|0x0f2D719407FdBeFF09D87557AbB7232601FD9F29
JKL|Jackal Protocol|jackal-protocol|https://jackalprotocol.com|smart-contract|2021|0.07552|150006764|150006764|
KYVE|KYVE Network|kyve-network|https://www.kyve.network|smart-contract|2022|0.01398|2000000000|806782261|
UNFI|Unifi Protocol DAO|unifi-protocol-dao|https://unifi-protocol-dao.example|defi|2023|0.01976|568287107|568287107|0x441761326490cacf7af299725b6292597ee822c2
RARI|RARI|rari|https://rari.foundation|defi|2020|0.001992|5612510678|5612510678|0xfca59cd816ab1ead66534d82bc21e7515ce441cf
PORTAL|Portal|portal-gaming|https://www.portalgaming.com|gaming|2024|0.0162|1000000000|690000000|0x1bbe973bef3a977fc51cbed703e8ffdefe001fed
PSTAKE|pSTAKE Finance|pstake-finance|https://pstake.finance|defi|2020|0.2738|100000000|40654196|0xfb5c6815ca3ac72ce9f5006869ae67f18bf77006
CRU|Crust Network|crust-network|https://crust.network|smart-contract|2021|18.33|1108417|604601|0x32a7c02e79c4ea1008dd6564b35f131428673c41
TDROP|ThetaDrop|thetadrop|https://www.thetadrop.com|smart-contract|2020|0.0135|1000000000|817318397|
VEGA|Vega Protocol|vega-protocol|https://vega.xyz|infrastructure|2020|0.005493|1999904938|1999904938|0xcb84d72e61e383767c4dfeb2d8ff7f4fb89abc6e
BEL|Bella Protocol|bella-protocol|https://bella.fi|infrastructure|2022|0.08097|135079440|135079440|0xa91ac63d040deb1b7a5e4d4134ad23eb0ba07e14
PIVX|PIVX|pivx|https://pivx.org|privacy|2016|0.1112|98000000|98000000|
GTC|Gitcoin|gitcoin|https://gitcoin.co|infrastructure|2021|0.1112|100000000|98000000|0xde30da39c46104798bb5aa3fe8b9e0e1f348163f
EGC|EverGrow Coin|evergrow-coin|https://evergrow-coin.example|payments|2021|0.1089|99995504|99995504|
UPP|Sentinel Protocol|sentinel-protocol|https://sentinel-protocol.example|infrastructure|2021|0.05421|199997441|199997441|0xc86d054809623432210c107af2e3f619dcfbf652
DDX|DerivaDAO|derivadao|https://derivadao.com|defi|2023|0.008151|1324307890|1324307890|0x3A880652F47bFaa771908C07Dd8673A787dAEd3A
CAW|A Hunters Dream|a-hunters-dream|https://a-hunters-dream.example|smart-contract|2023|0.01592|675077032|675077032|0xf3b9569f82b18aef890de263b84189bd33ebe452
SWFTC|SWFTCOIN|swftcoin|https://www.swft.pro|payments|2022|0.006909|1548739083|1548739083|0x0bb217e40f8a5cb79adf04e1aab60e5abd0dfc1e
PSP|ParaSwap|paraswap|https://www.paraswap.io|defi|2020|0.07618|357974422|139846002|0xcafe001067cdef266afb7eb5a286dcfd277f3de5
MOCHI|Mochi|mochi|https://mochi.example|infrastructure|2020|0.01444|1000000000|734550942|
SPACE|MicrovisionChain|microvisionchain|https://microvisionchain.example|infrastructure|2020|0.1255|100000000|84148037|
MXC|MXC|mxc|https://www.mxc.org|payments|2023|0.01468|1394348034|716243635|0x5ca381bbfb58f0092df149bd3d243b08b9a8386e
SAGA|Saga|saga|https://www.saga.xyz|gaming|2024|0.0282|1100000000|372000000|
AIT|AIT Protocol|ait-protocol|https://ait-protocol.example|infrastructure|2020|1.511|11797595|6928225|0x89d584a1edb3a70b3b07963f9a3ea5399e38b136
MOC|Mossland|mossland|https://moss.land|real-world-asset|2020|0.02396|500000000|435010537|0x865ec58b06bf6305b886793aa20a2da31d034e68
KATA|Katana Inu|katana-inu|https://katana-inu.example|meme|2021|0.01524|1000000000|680929678|0x2e85ae1c47602f7927bcabc2ff99c40aa222ae15
ECOX|ECOx|ecox|https://ecox.example|payments|2021|0.123|84000769|84000769|0xcccd1ba9f7acd6117834e0d28f25645decb1736a
ALPH|Alephium|alephium|https://alephium.org|smart-contract|2021|0.0812|230000000|127000000|
SMT|Swarm Markets|swarm-markets|https://swarm.com|real-world-asset|2020|10.29|999711|999711|0xb17548c7b510427baac4e267bea62e800b247173
ARCH|Archway|archway|https://archway.io|payments|2023|0.1317|77768979|77768979|
WHITE|Whiteheart|whiteheart|https://whiteheart.example|infrastructure|2022|0.1112|200000000|91704370|0x5f0e628b693018f639d10e4a4f59bd4d8b2b6b44
THQ|Theoriq|theoriq|https://theoriq.ai|defi|2025|0.01228|1000000000|826798348|0xafFbe9a60F1F45E057FD9b6DC70004Bb0Ccc8b99
GFAL|Games for a Living|games-for-a-living|https://gfal.com|gaming|2021|0.1011|99988592|99988592|
ALEO|ALEO|aleo|https://aleo.org|privacy|2024|1.549|21000000|6497620|
MDX|Mdex (HECO)|mdex-heco|https://mdex.co|infrastructure|2022|0.36|||
SCR|Scroll|scroll|https://scroll.io|smart-contract|2024|0.0512|1000000000|195000000|
NCT|PolySwarm|polyswarm|https://polyswarm.network|infrastructure|2023|0.1469|100000000|67919377|0x9e46a38f5daabe8683e10793b06749eef7d733d1
APR|aPriori|apriori|https://apr.io|infrastructure|2025|0.01372|724047384|724047384|0x5A9610919f5e81183823A2be4Bd1BeB2B4da2a20
GXC|GXChain|gxchain|https://gxchain.example|infrastructure|2021|0.1669|118195145|59261257|
COS|Contentos|contentos|https://www.contentos.io|infrastructure|2021|0.108|||
ALEPH|Aleph.im|aleph-im|https://aleph.im|defi|2023|0.01323|741107139|741107139|0x27702a26126e0b3702af63ee09ac4d1a084ef628
HMSTR|Hamster Kombat|hamster-kombat|https://hamsterkombatgame.io|gaming|2024|0.000152|100000000000|64400000000|
UFT|UniLend Finance|unilend-finance|https://unilend.finance|defi|2023|0.03807|942230327|256428039|0x0202be363b8a4820f3f4de7faf5224ff05943ab1
XAVA|Avalaunch|avalaunch|https://avalaunch.app|smart-contract|2020|0.006546|2175762335|1484842584|
TVK|Virtua|virtua|https://www.virtua.com|gaming|2020|28.81|335909|335909|0xd084b83c305dafd76ae3e1b4e1f1fe2ecccb3988
HOOK|Hooked Protocol|hooked-protocol|https://hooked.io|infrastructure|2022|0.0312|500000000|310000000|
HAI|Hacken|hacken|https://hacken.io|defi|2020|0.0009635|10000510866|10000510866|0x05fb86775fd5c16290f1e838f5caaa7342bd9a63
TKO|Tokocrypto|tokocrypto|https://www.tokocrypto.com|exchange-token|2022|0.006755|1446976501|1420227805|
AQT|Alpha Quark|alpha-quark|https://alpha-quark.example|payments|2022|0.001493|10000000000|6397841696|0x2a9bdcff37ab68b95a53435adfd8892e86084f93
PTB|Portal to Bitcoin|portal-to-bitcoin|https://portaltobitcoin.com|payments|2025|0.001788|10000000000|5319075920|0x30a25CC9c9EADe4D4d9e9349BE6e68c3411367D3
HDX|HydraDX|hydradx|https://hydration.net|infrastructure|2022|0.2566|100000000|36902682|
AHT|AhaToken|ahatoken|https://ahatoken.example|payments|2021|0.01036|1452890378|910051921|
DYP|DeFi Yield Protocol|defi-yield-protocol|https://defi-yield-protocol.example|defi|2022|0.06295|200000000|149122098|0x961C8c0B1aaD0c0b10a51FeF6a867E3091BCef17
NTX|NuNet|nunet|https://www.nunet.io|infrastructure|2023|21.14|1086603|442125|0xf0d33beda4d734c72684b5f9abbebf715d0a7935
ECOIN|Ecoin|ecoin|https://ecoin.example|payments|2021|0.09306|99999935|99999935|
GHST|Aavegotchi|aavegotchi|https://www.aavegotchi.com|gaming|2020|0.182|52000000|51000000|0x3f382dbd960e3a9bbceae22651e88158d2791550
AVA|AVA|ava|https://www.travala.com|payments|2023|0.1041|159010161|89007221|0xa6c0c097741d55ecd9a3a7def3a8253fd022ceb9
EURQ|Quantoz EURQ|quantoz-eurq|https://www.quantozpay.com|stablecoin|2024|1.09|8500000|8500000|0x8dF723295214Ea6f21026eeEb4382d475f146F9f
VLX|Velas|velas|https://velas.com|smart-contract|2021|0.009225|||0x8c543aed163909142695f2d2acd0d55791a9edb9
HTM|Hatom|hatom|https://hatom.com|defi|2020|0.009996|||
LIME|iMe Lab|ime-lab|https://imem.app|defi|2020|0.02091|1000000000|437385443|
RWN|Rowan Coin|rowan-coin|https://rowan-coin.example|payments|2022|0.9643|28208641|9443245|
GLQ|GraphLinq Protocol|graphlinq-protocol|https://graphlinq.io|infrastructure|2020|0.05911|203817439|153386784|0x9f9c8ec3534c3ce16f928381372bfbfbfb9f4d24
KP3R|Keep3rV1|keep3rv1|https://keep3r.network|defi|2021|2.937|9852639|3073696|0x1ceb5cb57c4d4e2b2433641b95dd330a33185a44
AA|ALVA|alva|https://alva.example|payments|2021|0.2865|100000000|31373042|
WINGS|WINGS|wings|https://wings.ai|smart-contract|2014|0.009186|||0x667088b212ce3d06a1b553a7221E1fD19000d9aF
SHX|Stronghold|stronghold|https://stronghold.co|infrastructure|2022|0.0221|1000000000|403202443|
DIKO|Arkadiko|arkadiko|https://arkadiko.finance|infrastructure|2023|0.3718|50000000|23862932|
H2O|H2O Dao|h2o-dao|https://h2o-dao.example|defi|2021|16.09|965918|549029|
DCB|Decubate|decubate|https://decubate.example|payments|2021|0.7799|21000000|11277975|
ZETA|Zetachain|zetachain|https://www.zetachain.com|smart-contract|2024|0.03519|881074324|248868460|0xf091867EC603A6628eD83D274E835539D82e9cc8
FLX|SEDA Protocol|seda-protocol|https://www.seda.xyz|infrastructure|2020|0.1442|92749927|60470478|0x3ea8ea4237344c9931214796d9417af1a1180770
CELL|Cellframe|cellframe|https://cellframe.net|payments|2023|0.0006059|14329389379|14329389379|0x26c8afbbfe1ebaca03c2bb082e69d0476bffe099
DMC|Datamall Coin|datamall-coin|https://datamall-coin.example|payments|2023|0.1201|210000000|71979039|
SHPING|Shping|shping|https://www.shping.com|smart-contract|2020|0.008607|1000041683|1000041683|0x7C84e62859D0715eb77d1b1C4154Ecd6aBB21BEC
SOMM|Sommelier|sommelier|https://www.sommelier.finance|infrastructure|2021|0.0857|100002389|100002389|0xa670d7237398238de01267472c6f13e5b8010fd1
AVT|Aventus|aventus|https://www.aventus.io|infrastructure|2023|0.0006395|13343580281|13343580281|0x0d88ed6e74bbfd96b831231638b66c05571e824f
QUICK|QuickSwap|quickswap|https://quickswap.exchange|defi|2021|0.0112|1000000000|760000000|
RVF|RocketX Exchange|rocketx-exchange|https://www.rocketx.exchange|exchange-token|2022|7.197|1180548|1180548|0xdc8af07a7861bedd104b8093ae3e9376fc8596d2
DF|dForce|dforce|https://dforce.network|defi|2021|0.001301|10000000000|6502500265|0x431ad2ff6a9c365805ebad47ee021148d6f7dbe0
MCB|MUX Protocol|mux-protocol|https://mux.network|infrastructure|2021|0.1685|49989730|49989730|0x4e352cf164e64adcbad318c3a1e222e9eba4ce42
DOLO|Dolomite|dolomite|https://dolomite.io|infrastructure|2025|1.247|10000000|6725703|0x0F81001eF0A83ecCE5ccebf63EB302c70a39a654
WIFI|WiFi Map|wifi-map|https://wifimap.io|defi|2021|0.1454|100000000|57433282|
BEAN|Bean|bean|https://bean.money|smart-contract|2022|0.006821|1513501422|1219001669|0xbea0000029ad1c77d3d5d23ba2d8893db9d1efab
XEM|NEM|nem|https://nemproject.github.io|payments|2015|0.00092|9000000000|9000000000|
OMNOM|Doge Eat Doge|doge-eat-doge|https://doge-eat-doge.example|meme|2021|0.01096|1317674582|755381829|
VIDT|VIDT DAO|vidt-dao|https://vidt-dao.example|defi|2020|0.5031|59865629|16385056|0x3be7bf1a5f23bd8336787d0289b70602f1940875
AERGO|Aergo|aergo|https://www.aergo.io|infrastructure|2021|0.01022|2000000000|803113526|0x91Af0fBB28ABA7E31403Cb457106Ce79397FD4E6
BOND|BarnBridge|barnbridge|https://barnbridge.com|defi|2021|0.074|126164906|110438913|0x0391d2021f89dc339f60fff84546ea23e337750f
PUFFER|Puffer Finance|puffer-finance|https://www.puffer.fi|defi|2022|0.007435|1193205504|1094458507|0x4d1C297d39C5c1277964D0E3f8Aa901493664530
AURY|Aurory|aurory|https://aurory.io|infrastructure|2017|0.01033|2000000000|784344403|
MNW|Morpheus Network|morpheus-network|https://morpheus.network|infrastructure|2020|0.01164|1140469657|693076879|0xd3e4ba569045546d09cf021ecc5dfe42b1d7f6e4
SCLP|Scallop|scallop|https://scallop.example|payments|2020|0.002065|12107653641|3889932100|
OX|OX Coin|ox-coin|https://ox-coin.example|payments|2017|0.01355|1000000000|590270233|0xba0dda8762c24da9487f5fa026a9b64b695a07ea
ASH|ASH|ash|https://ash.example|infrastructure|2021|0.01526|566311794|521872197|0x64D91f12Ece7362F91A6f8E7940Cd55F05060b92
UPI|Pawtocol|pawtocol|https://pawtocol.example|payments|2023|0.08754|105928385|90581828|0x70D2b7C19352bB76e4409858FF5746e500f2B67c
METAL|Badmad Robots|badmad-robots|https://badmad-robots.example|ai|2022|0.005176|2000000000|1525396332|
NAVI|Atlas Navi|atlas-navi|https://atlasnavi.com|infrastructure|2020|0.07862|||0xfc1c93a2507975e98b9d0e9260ded61a00152bf1
HERO|Metahero|metahero|https://metahero.io|infrastructure|2023|0.00732|2000000000|1069364592|
WAGMIGAMES|WAGMI Games|wagmi-games|https://wagmi-games.example|gaming|2021|0.0009414|10000000000|8279293119|0x3b604747ad1720c01ded0455728b62c0d2f100f0
UWU|UwU Lend|uwu-lend|https://uwu-lend.example|defi|2021|0.005982|1297334665|1297334665|0x55c08ca52497e2f1534b59e2917bf524d4765257
ALPHA|Stella|alpha-finance-lab|https://www.stellaxyz.io|defi|2020|0.00812|1000000000|955000000|0xa1faa113cbE53436Df28FF0aEe54275c13B40975
FOLD|Manifold Finance|manifold-finance|https://manifoldfinance.com|defi|2020|0.03148|572649666|245468118|0xd084944d3c05cd115c09d072b9f44ba3e0e45921
ML|Mintlayer|mintlayer|https://www.mintlayer.org|infrastructure|2022|0.09525|100000000|80778656|0x059956483753947536204e89bfad909e1a434cc6
PRQ|PARSIQ|parsiq|https://www.parsiq.net|infrastructure|2020|0.02568|1053254863|298331273|0x362bc847a3a9637d3af6624eec853618a43ed7d2
CAT|Catcoin|catcoin|https://catcoin.example|payments|2020|0.1281|153887694|59549383|0x59f4f336bf3d0c49dbfba4a74ebd2a6ace40539a
CREO|Creo Engine|creo-engine|https://creo-engine.example|payments|2023|1.162|21000000|6536620|
CAPS|Ternoa|ternoa|https://www.ternoa.com/en|payments|2023|0.113|84000000|66929002|0x03be5c903c727ee2c8c4e9bc0acc860cca4715e2
IRON|Iron Fish|iron-fish|https://ironfish.network|privacy|2023|0.1675|120000000|44958497|
FYN|Affyn|affyn|https://affyn.example|defi|2021|0.8851|28235736|8471659|
SIPHER|SIPHER|sipher|https://sipher.xyz|infrastructure|2020|0.0176|500000000|424211771|0x9f52c8ecbee10e00d9faaac5ee9ba0ff6550f511
EVMOS|Evmos|evmos|https://evmos.org|smart-contract|2020|0.007434|1000017994|1000017994|
GRAIL|Camelot Token|camelot-token|https://camelot.exchange|defi|2023|1.027|10000000|7207677|
SNGLS|SingularDTV|singulardtv|https://singulardtv.example|infrastructure|2014|0.09462|100000000|77896615|0xaeC2E87E0A235266D9C5ADc9DEb4b2E29b54D009
VXV|Vectorspace AI|vectorspace-ai|https://vectorspace.ai|ai|2022|0.09929|||0x7d29a64504629172a429e64183d6673b9dacbfce
DERC|DeRace|derace|https://derace.example|payments|2021|0.4938|20471216|14798687|0x9fa69536d1cda4a04cfb50688294de75b505a9ae
BZZ|Swarm|swarm|https://www.ethswarm.org|infrastructure|2021|0.0932|||0x19062190b1925b5b6689d7073fdfc8c2976ef8cb
TONE|TE FOOD|te-food|https://te-food.com|defi|2022|6.59|1264600|1099419|0x2Ab6Bb8408ca3199B8Fa6C92d5b455F820Af03c4
NOM|Onomy Protocol|onomy-protocol|https://onomy.io|infrastructure|2023|0.01148|1000000000|628411890|
WING|Wing Finance|wing-finance|https://wing.finance|defi|2021|0.002681|2723911994|2679338490|
MCADE|Metacade|metacade|https://metacade.co|infrastructure|2021|0.07808|99652203|91605826|0xed328e9c1179a30ddc1e7595e036aed8760c22af
THT|Thought|thought|https://thought.example|infrastructure|2022|0.007122|999999572|999999572|
TSUKA|Dejitaru Tsuka|dejitaru-tsuka|https://dejitaru-tsuka.example|meme|2022|0.00000502|4206900000000|1412658984524|0xc5fb36dd2fb59d3b98deff88425a3f425ee469ed
PICA|Picasso|picasso|https://www.picasso.network|payments|2020|0.001275|||0xbb63a9b64a80e9338b8ea298c51765e57c4f159c
HARD|Kava Lend|kava-lend|https://kava.io|defi|2020|0.1018|200000000|69067377|
AUC|Auctus|auctus|https://auctus.org|smart-contract|2018|0.007001|1000002476|1000002476|0xc12d099be31567add4e4e4d0D45691C3F58f5663
KOIN|Koinos|koinos|https://koinos.io|defi|2022|0.2088|||
BST|Blocksquare|blocksquare|https://blocksquare.io|real-world-asset|2023|0.003471|1999808937|1999808937|0x509a38b7a1cc0dcd83aa9d06214663d9ec7c7f4a
STARL|StarLink|starlink|https://starlproject.com|infrastructure|2022|0.005779|||0x8e6cd950ad6ba651f6dd608dc70e5886b1aa6b24
GMM|Gamium|gamium|https://gamium.example|defi|2023|0.8042|18420796|8557808|0x4b19c70da4c6fa4baa0660825e889d2f7eabc279
AVI|Aviator|aviator|https://aviator.example|infrastructure|2021|0.7637|14324164|8973174|0xd2bdaaf2b9cc6981fd273dcb7c04023bfbe0a7fe
ALPACA|Alpaca Finance|alpaca-finance|https://www.alpacafinance.org|defi|2022|0.5302|21000000|12869801|
SHIDO|Shido|shido|https://shido.io|infrastructure|2023|1.407|6901198|4829037|0xe2512a2f19f0388ad3d7a5263eaa82acd564827b
GRIN|Grin|grin|https://grin.mw|privacy|2019|0.0312|217000000|217000000|
SLG|SLG.GAMES|slg-games|https://slg.games|gaming|2022|0.03383|199984364|199984364|0xfc0b60e0df5dc9d4b72d957ca2d251cee308019a
OCTA|OctaSpace|octaspace|https://octa.space|defi|2022|46.67|250000|144346|
VITE|Vite|vite|https://vite.org|infrastructure|2022|0.003354|1999967491|1999967491|0xadd5e881984783dd432f80381fb52f45b53f3e70
CBY|Carbify|carbify|https://carbify.example|infrastructure|2022|0.01202|1000000000|555681654|0xb9d27bc093ed0a3b7c18366266704cfe5e7af77b
YB|Yield Basis|yield-basis|https://yieldbasis.com|defi|2025|6.651|999973|999973|0x01791F726B4103694969820be083196cC7c045fF
CT|Concrete|concrete|https://concrete.xyz|infrastructure|2025|0.02577|500000000|256984113|0x0A092E544DA31150b439a1aAA1A3a2214a867F46
DRV|Derive|derive|https://derive.xyz|infrastructure|2025|0.00718|1000000000|918421165|0xB1D1eae60EEA9525032a6DCb4c1CE336a1dE71BE
GSWIFT|GameSwift|gameswift|https://gameswift.io|gaming|2022|0.006566|1000026362|1000026362|0x580e933d90091b9ce380740e3a4a39c67eb85b4c
TARA|Taraxa|taraxa|https://taraxa.io|infrastructure|2023|0.5731|21000000|11408493|
VOLT|Volt Inu|volt-inu|https://volt-inu.example|meme|2021|0.000001516|13105316282716|4294436803236|0x7f792db54b0e580cdc755178443f0430cf799aca
KRL|KRYLL|kryll|https://kryll.io|defi|2020|0.1297|49981873|49981873|0x464ebe77c293e473b48cfe96ddcf88fcf7bfdac0
AURA|Aura Finance|aura-finance|https://aura.finance|defi|2021|0.262|50000000|24637615|0xc0c293ce456ff0ed870add98a0828dd4d2903dbf
FIO|FIO Protocol|fio-protocol|https://fioprotocol.io|infrastructure|2022|0.3061|20998315|20998315|
XIDO|Xido Finance|xido-finance|https://xido-finance.example|defi|2021|0.1551|100000000|41265218|0xf6650117017ffd48b725b4ec5a00b414097108a7
TAKI|Taki Games|taki-games|https://taki-games.example|gaming|2023|0.006373|1000001270|1000001270|
WRLD|NFT Worlds|nft-worlds|https://nft-worlds.example|gaming|2023|70.13|250000|90487.69|0xd5d86fc8d5c0ea1ac1ac5dfab6e529c9967a45e9
MLN|Enzyme|enzyme|https://enzyme.finance|defi|2017|0.1042|74047167|60642191|0xec67005c4e498ec7f55e092bd1d35cbc47c91892
WHALES|Whales Market|whales-market|https://whales.market|defi|2021|0.006292|1000008031|1000008031|
MATH|MATH|math|https://mathwallet.org|defi|2021|0.07726|||0x08d967bb0134f2d07f7cfb6e246680c53927dd30
VANRY|VANRY|vanry|https://vanarchain.com|infrastructure|2023|0.007114|2000000000|876957619|0x8DE5B80a0C1B02Fe4976851D030B36122dbb8624
FARM|Harvest Finance|harvest-finance|https://harvest.finance|defi|2021|0.1014|239160387|61263975|0xa0246c9032bc3a600820415ae600c6388619a14d
KTON|Darwinia Commitment Token|darwinia-commitment-token|https://darwinia-commitment-token.example|infrastructure|2015|0.01813|||0x9F284E1337A815fe77D2Ff4aE46544645B20c5ff
HTR|Hathor|hathor|https://hathor.network|payments|2023|0.208|61356489|29612984|
FPIS|Frax Price Index Share|frax-price-index-share|https://frax-price-index-share.example|defi|2021|0.007293|1519774386|840990348|0xc2544a32872a91f4a553b404c6950e89de901fdb
DCK|DexCheck|dexcheck|https://dexcheck.example|defi|2023|0.003407|2128621584|1792574266|0x672f4fa517894496b8a958b4b3fca068ce513a39
MGP|Magpie|magpie|https://magpie.example|infrastructure|2021|0.9852|10000000|6172730|
LEOX|LEOX|leox|https://leox.example|defi|2022|0.2824|28016813|21443209|0xa444ec96ee01bb219a44b285de47bf33c3447ad5
OPTI|Optimus AI|optimus-ai|https://optimus-ai.example|ai|2024|0.02502|241001792|241001792|0x562e362876c8aee4744fc2c6aac8394c312d215d
HOLD|Holdstation|holdstation|https://holdstation.example|defi|2023|0.6721|21000000|8933613|
TONIC|Tectonic|tectonic|https://tectonic.finance|infrastructure|2023|0.009359|638830120|638830120|
3ULL|PLAYA3ULL GAMES|playa3ull-games|https://playa3ull-games.example|gaming|2023|0.006025|1066351166|988125086|
QUAI|Quai Network|quai-network|https://qu.ai|infrastructure|2025|0.002964|2000070317|2000070317|0x70b7f7044D2ca8E2F1E999B90EF16d7Cb7A0cDA1
HELLO|HELLO|hello|https://www.hello.one|infrastructure|2022|0.007619|1000000000|774783424|0x411099c0b413f4feddb10edf6a8be63bd321311c
HEX|HEX|hex|https://hex.com|store-of-value|2019|0.005878|1000008944|1000008944|0x2b591e99afE9f32eAA6214f7B7629768c40Eeb39
PASG|Passage|passage|https://passage3d.com|defi|2020|0.8214|21000000|7125811|
HXD|Honeyland|honeyland|https://honeyland.example|real-world-asset|2020|0.2053|||
EXTRA|Extra Finance|extra-finance|https://extrafi.io|defi|2022|0.002332|||
TROY|TROY|troy|https://troytrade.com|infrastructure|2020|0.3635|21000000|15898390|
KLV|Klever|klever|https://klever.org|payments|2021|0.05755|99992884|99992884|
ALOT|Dexalot|dexalot|https://dexalot.com|defi|2021|0.002865|2000078306|2000078306|
CSIX|Carbon Browser|carbon-browser|https://carbon-browser.example|real-world-asset|2023|0.01343|424867149|424867149|0x345887cdb19e12833ed376bbf8b8b38269f5f5c8
XHT|HollaEx Token|hollaex-token|https://hollaex.com|infrastructure|2015|0.001421|7402497064|3998461905|0xD3c625F54dec647DB8780dBBe0E880eF21BA4329
ONIT|ONBUFF|onbuff|https://onbuff.example|payments|2022|0.008411|1000000000|672663119|0x410e731c2970dce3add351064acf5ce9e33fdbf0
SLIM|Solanium|solanium|https://www.solanium.io|infrastructure|2020|7.188|1123144|783783|
NS|SuiNS Token|suins-token|https://suins.io|infrastructure|2024|0.0312|500000000|180000000|
VGX|Voyager VGX|voyager-vgx|https://www.investvoyager.com|defi|2023|0.3661|15323675|15323675|0x3c4b6e6e1ea3d4863700d7f76b36b7f3d3f13e3d
TENET|TENET|tenet|https://tenet.example|infrastructure|2023|0.4687|11918646|11918646|0x788d86e00ab31db859c3d6b80d5a9375801d7f2a
ISK|ISKRA Token|iskra-token|https://iskra-token.example|defi|2022|0.9017|6374291|6169065|0x17d2628d30f8e9e966c9ba831c9b9b01ea8ea75c
EJS|Enjinstarter|enjinstarter|https://enjinstarter.example|infrastructure|2023|0.007792|1000000000|710873517|0x96610186f3ab8d73ebee1cf950c750f3b1fb79c2
HGPT|HyperGPT|hypergpt|https://hypergpt.example|ai|2023|0.03314|166436652|166436652|
DC|Dogechain|dogechain|https://dogechain.example|meme|2022|0.000001306|4205511494687|4205511494687|0x7b4328c127b85369d9f82ca0503b000d09cf9180
RVST|Revest Finance|revest-finance|https://revest-finance.example|defi|2021|0.01834|500000000|298210907|0x120a3879da835a5af037bb2d1456bebd6b54d4ba
CHSB|SwissBorg|swissborg|https://swissborg.com|exchange-token|2014|0.003668|||0xba9d4199faB4f26eFE3551D490E3821486f135Ba
SILO|Silo Finance|silo-finance|https://www.silo.finance|defi|2020|0.2582|21003385|21003385|0x6f80310ca7f2c654691d1383149fa1a57d8ab1f8
PERP|Perpetual Protocol|perpetual-protocol|https://perp.com|defi|2020|0.0712|150000000|76000000|0xbc396689893d065f41bc2c6ecbee5e0085233447
DMT|Dream Machine Token|dream-machine-token|https://dream-machine-token.example|infrastructure|2022|17.87|1000000|302192|0x0b7f0e51cd1739d6c96982d55ad8fa634dd43a9c
NODL|Nodle Network|nodle-network|https://www.nodle.com|infrastructure|2021|42.1|168486|127728|
WWY|WeWay|weway|https://weway.example|defi|2022|0.009984|2141349557|536324253|0x9ab70e92319f0b9127df78868fd3655fb9f1e322
L3|Layer3|layer3|https://layer3.xyz|infrastructure|2022|0.002666|2000021511|2000021511|0x88909D489678dD17aA6D9609F89B0419Bf78FD9a
XNA|Neurai|neurai|https://neurai.example|infrastructure|2020|0.1257|||
DEFI|DeFi|defi|https://defi.example|defi|2022|0.05287|100002780|100002780|0x6b0faca7ba905a86f221ceb5ca404f605e5b3131
FITFI|Step App|step-app|https://step.app|defi|2023|0.2507|21000557|21000557|
SPA|Sperax|sperax|https://sperax.io|infrastructure|2023|0.005918|||0xb4a3b0faf0ab53df58001804dda5bfc6a3d59008
INV|Inverse Finance|inverse-finance|https://www.inverse.finance|gaming|2022|0.004775|2000000000|1093302322|0x41d5d79431a913c4ae7d69a668ecdfe5ff9dfb68
NCDT|nuco.cloud|nuco-cloud|https://nuco.cloud|infrastructure|2022|0.01984|1000000000|262021365|0xe0c8b298db4cffe05d1bea0bb1ba414522b33c1b
BZRX|bZx Protocol|bzx-protocol|https://bzx.network|infrastructure|2023|0.003185|2000000000|1625301658|0x56d811088235f11c8920698a204a5010a788f4b3
KLIMA|KlimaDAO|klimadao|https://www.klimadao.finance|defi|2021|1.081|||
PLU|Pluton|pluton|https://plutus.it|defi|2022|0.006249|1089131207|821417455|0xd8912c10681d8b21fd3742244f44658dba12264e
DEL|Decimal|decimal|https://decimalchain.com|defi|2020|0.08015|101609463|63773010|
PINKSALE|PinkSale|pinksale|https://www.pinksale.finance|smart-contract|2023|0.005834|1000000000|872449556|
VOXEL|Voxies|voxies|https://voxies.io|gaming|2021|0.0212|300000000|240000000|
KARATE|Karate Combat|karate-combat|https://www.karate.com|infrastructure|2022|0.005068|1000084660|1000084660|0x80008bcd713c38af90a9930288d446bc3bd2e684
WOJAK|Wojak|wojak|https://wojak.example|meme|2023|0.00001088|606936341883|463886154991|0x5026f006b85729a8b14553fae6af249ad16c9aab
VEE|BLOCKv|blockv|https://blockv.io|defi|2020|0.00713|||0x340d2bde5eb28c1eed91b2f790723e3b160613b7
RBX|RabbitX|rabbitx|https://rabbitx.example|smart-contract|2021|0.7554|6625187|6625187|0x3ba925fdeae6b46d0bb4d424d829982cb2f7309e
LAZIO|Lazio Fan Token|lazio-fan-token|https://www.socios.com|gaming|2022|0.009833|750241150|506823733|
MEX|xExchange|xexchange|https://xexchange.com|exchange-token|2022|0.3811|28512053|13021836|
CLY|Colony|colony|https://colony.example|infrastructure|2020|0.3545|||
GFT|Gifto|gifto|https://gifto.example|smart-contract|2021|0.0464|140794294|106054835|
LIKE|LikeCoin|likecoin|https://like.co|payments|2015|0.0049|1000049463|1000049463|0x02F61Fd266DA6E8B102D4121f5CE7b992640CF98
NEXA|Nexa|nexa|https://nexa.org|smart-contract|2022|0.0004687|||
ADX|heyAura|heyaura|https://www.adex.network|infrastructure|2021|0.07396|100000000|65699157|0xADE00C28244d5CE17D72E40330B1c318cD12B7c3
SIS|Symbiosis|symbiosis|https://symbiosis.finance|infrastructure|2020|12.68|1237587|381599|0xd38bb40815d2b0c2d2c866e0c72c5728ffc76dd9
DPI|DeFi Pulse Index|defi-pulse-index|https://www.indexcoop.com|defi|2022|0.0004627|||0x1494ca1f11d487c2bbe4543e90080aeba4ba3c2b
QOM|Shiba Predator|shiba-predator|https://shiba-predator.example|meme|2020|0.01075|716613436|446333247|0xa71d0588eaf47f12b13cf8ec750430d21df04974
ICE|Ice Network|ice-network|https://ice.io|infrastructure|2020|0.007071|1155201978|675706052|0x79f05c263055ba20ee0e814acd117c20caa10e0c
XAN|Anoma|anoma|https://anoma.net|infrastructure|2025|0.0787|60455409|60455409|0xCEDbEA37C8872c4171259Cdfd5255CB8923Cf8e7
SUKU|SUKU|suku|https://suku.world|infrastructure|2023|0.002621|2000000000|1807650321|0x0763fdccf1ae541a5961815c0872a8c5bc6de4d7
HAIR|HairDAO|hairdao|https://hairdao.example|defi|2023|1.661|10000000|2840427|0x9ce115f0341ae5dabc8b477b74e83db2018a6f42
KOMPETE|KOMPETE|kompete|https://kompete.example|defi|2020|0.07979|100000000|58881245|0x1e0b2992079b620aa13a7c2e7c88d2e1e18e46e9
DERO|Dero|dero|https://dero.io|privacy|2017|0.312|15000000|15000000|
BMEX|BitMEX|bitmex|https://www.bitmex.com|exchange-token|2023|0.005347|1376324376|874959035|0xb113c6cf239f60d380359b762e95c13817275277
CATGIRL|Catgirl|catgirl|https://catgirl.example|meme|2022|0.00001988|420690000000|234344237774|
STEP|Step Finance|step-finance|https://step.finance|defi|2021|3.817|1544772|1215406|
LORDS|LORDS|lords|https://lords.example|gaming|2022|0.22|20998796|20998796|0x686f2404e77ab0d9070a46cdfb0b7fecdd2318b0
CROID|Cronos ID|cronos-id|https://cronosid.xyz|defi|2020|0.07772|59191307|59191307|
KISHU|Kishu Inu|kishu-inu|https://kishu-inu.example|meme|2021|0.0000009654|5673565501277|4745231154182|0xa2b4c0af19cc16a6cfacce81f192b024d625817d
STFX|STFX|stfx|https://stfx.example|infrastructure|2021|0.0758|200000000|60182428|0x9343e24716659a3551eb10aff9472a2dcad5db2d
BKN|Brickken|brickken|https://www.brickken.com|real-world-asset|2023|0.3279|21000000|13853900|0x0a638f07acc6969abf392bb009f216d22adea36d
AI16Z|ai16z|ai16z|https://elizaos.ai|ai|2024|0.00412|1100000000|1100000000|
NWC|Newscrypto Coin|newscrypto-coin|https://newscrypto-coin.example|payments|2022|0.02043|221421570|221421570|0x968f6f898a6df937fc1859b323ac2f14643e3fed
PTU|Pintu|pintu|https://pintu.co.id|exchange-token|2021|0.1627|27686998|27686998|0xc229c69eb3bb51828d0caa3509a05a51083898dd
BCD|Bitcoin Diamond|bitcoin-diamond|https://bitcoindiamond.org|payments|2017|0.04502|210000000|99639918|
HVH|HAVAH|havah|https://havah.example|infrastructure|2022|0.3407|42334623|13111200|0xd076c4ba62c57b3fa10800bcfd8da66742110e0e
MITH|Mithril|mithril|https://mith.io|smart-contract|2016|0.01987|679021711|223868361|0x3893b9422Cd5D70a81eDeFfe3d5A1c6A978310BB
LIXX|Libra Incentix|libra-incentix|https://libra-incentix.example|infrastructure|2023|0.04898|100000000|90437409|
MIX|MixMarvel|mixmarvel|https://mixmarvel.example|infrastructure|2023|0.008347|1000000000|528461165|0x5d285f735998f36631f678ff41fb56a10a4d0429
TRVL|TRVL|trvl|https://trvl.example|payments|2023|0.04814|118062969|91246097|0xd47bdf574b4f76210ed503e0efe81b58aa061f3d
PTS|Petals|petals|https://petals.example|defi|2020|0.005103|1000000000|857179926|
CTX|Cryptex Finance|cryptex-finance|https://cryptex.finance|defi|2023|0.7323|10800152|5948206|0x321c2fe4446c7c963dc41dd58879af648838f98d
FRM|Ferrum Network|ferrum-network|https://ferrum.network|infrastructure|2021|0.09667|139281700|44870517|0xe5caef4af8780e59df925470b050fb23c43ca68c
JUNO|JUNO|juno|https://junonetwork.io|defi|2023|0.01366|1000000000|316213303|
UBXS|UBXS|ubxs|https://ubxs.example|infrastructure|2023|4.301|||
2KEY|TwoKeyEconomy|twokeyeconomy|https://2key.network|infrastructure|2014|3.8|1496431|1127208|0xE48972fCd82a274411c01834e2f031D4377Fa2c0
XCM|Coinmetro|coinmetro|https://coinmetro.com|exchange-token|2023|35.16|250000|121316|0x36ac219f90f5a6a3c77f2a7b660e3cc701f68e25
MNGO|Mango|mango|https://mango.markets|infrastructure|2021|0.4248|9999111|9999111|
BLEND|Fluent|fluent|https://fluent.example|payments|2025|0.001783|8884171440|2372324192|0xd8A271974E8EdAE9D7b58e3370dc1669427503F4
WINR|WINR Protocol|winr-protocol|https://winr-protocol.example|infrastructure|2023|0.01255|1184383976|335630501|
XCP|Counterparty|counterparty|https://counterparty.io|infrastructure|2014|4.195|999892|999892|
SRM|Serum|serum|https://projectserum.com|defi|2020|5.742|||0x476c5e26a75bd202a9683ffd34359c0cc15be0ff
HEGIC|Hegic|hegic|https://www.hegic.co|smart-contract|2020|0.03138|||0x584bc13c7d411c00c01a62e8019472de68768430
KEX|KIRA Network|kira-network|https://kira.network|smart-contract|2022|0.3419|25464158|12115126|0x16980b3b4a3f9d89e33311b5aa8f80303e5ca4f8
BOB|BOB Token|bob-token|https://bob-token.example|payments|2020|0.004362|1000000000|945632896|0x7d8146cf21e8d7cbe46054e01588207b51198729
LING|Lingose|lingose|https://lingose.example|infrastructure|2022|0.01023|700728254|401526361|
AQTIS|AQTIS|aqtis|https://aqtis.example|infrastructure|2022|0.01708|500000000|239487900|0x6ff2241756549b5816a177659e766eaf14b34429
OVR|Ovr|ovr|https://www.ovr.ai|infrastructure|2022|0.002329|6926676826|1748976516|0x21bfbda47a0b4b5b1248c767ee49f7caa9b23697
KAIO|KAIO|kaio|https://kaio.example|payments|2025|0.01312|1000000000|309173268|0x00BAC91fd8f5b4a0dc03C8021139B76F6549Ee7E
XEP|Electra Protocol|electra-protocol|https://electraprotocol.com|infrastructure|2020|0.01052|768431407|383974705|
RJV|Rejuve.AI|rejuve-ai|https://rejuve.ai|ai|2024|0.004023|999887604|999887604|0xa1f410f13b6007fca76833ee7eb58478d47bc5ef
KAR|Karura|karura|https://acala.network/karura|payments|2020|0.01655|260289176|242039562|
OTK|Octokn|octokn|https://octokn.example|infrastructure|2021|0.2667|14957009|14957009|
POOLX|Poolz Finance|poolz-finance|https://poolz-finance.example|defi|2020|0.02002|198420891|198420891|
NEST|Nest Protocol|nest-protocol|https://www.nestprotocol.org|smart-contract|2023|17.71|285224|223366|0xcd6926193308d3b371fdd6a6219067e550000000
BROCK|Bitrock|bitrock|https://bitrock.example|payments|2023|0.03984|210000000|98878155|0xde67d97b8770dc98c746a3fc0093c538666eb493
GEAR|Gearbox|gearbox|https://gearbox.finance|infrastructure|2017|0.004132|1000000000|949388340|0xBa3335588D9403515223F109EdC4eB7269a9Ab5D
WAGMI|Wagmi|wagmi|https://wagmi.example|smart-contract|2022|0.09545|51544942|40927298|0x92cc36d66e9d739d50673d1f27929a371fb83a67
JEWEL|DeFi Kingdoms|defi-kingdoms|https://defikingdoms.com|gaming|2020|0.005609|1000000000|693567337|
KAI|KardiaChain|kardiachain|https://kardiachain.io|infrastructure|2023|0.008818|500000000|439328442|
RXD|Radiant|radiant|https://radiantblockchain.org|payments|2022|0.09022|84000000|42760444|
QRL|Quantum Resistant Ledger|quantum-resistant-ledger|https://www.theqrl.org|smart-contract|2018|0.001005|10000000000|3822652831|
DEXTF|Domani Protocol|domani-protocol|https://domani-protocol.example|infrastructure|2020|0.3826|9999358|9999358|0x5f64ab1544d28732f0a24f4713c2c8ec0da089f0
IMGNAI|Image Generation AI|image-generation-ai|https://image-generation-ai.example|ai|2023|0.0003263|12193760348|11675794351|0xa735a3af76cc30791c61c10d585833829d36cbe0
LM|LeisureMeta|leisuremeta|https://leisuremeta.example|defi|2023|0.04529|147793460|83769880|0xc064f4f215b6a1e4e7f39bd8530c4de0fc43ee9d
KDA|Kadena|kadena|https://kadena.io|smart-contract|2019|0.0112|338000000|338000000|
CAST|Castello Coin|castello-coin|https://castello-coin.example|payments|2023|0.03725|101426376|101426376|0x3fab0bbaa03bceaf7c49e2b12877db0142be65fc
MOON|r/CryptoCurrency Moons|r-cryptocurrency-moons|https://r-cryptocurrency-moons.example|defi|2021|0.1792|20995510|20995510|
TIME|chrono.tech|chrono-tech|https://chrono.tech|smart-contract|2016|6.197|1000000|604603|0x485d17a6f1b8780392d53d64751824253011a260
MUTE|Mute|mute|https://mute.example|defi|2021|0.289|21000000|12910465|0xa49d7499271ae71cd8ab9ac515e6694c755d400c
LUNR|LunarCrush|lunarcrush|https://lunarcrush.com|infrastructure|2021|7.189|710941|516844|0xa87135285ae208e22068acdbff64b11ec73eaa5a
SWAP|TrustSwap|trustswap|https://trustswap.com|defi|2023|0.017|757358886|217654252|0xcc4304a31d09258b0029ea7fe63d032f52e44efe
POLA|Polaris Share|polaris-share|https://polaris-share.example|payments|2021|0.0298|123648370|123648370|0xc691bc298a304d591ad9b352c7a8d216de9f2ced
ICHI|ICHI|ichi|https://ichi.org|infrastructure|2023|4.407|1000000|832627|0x111111517e4929d3dcbdfa7cce55d30d4b6bc4d6
DRGN|Dragonchain|dragonchain|https://dragonchain.com|smart-contract|2017|0.01875|200000000|194886317|0x419c4db4b9e25d6db2ad9691ccb832c8d9fda05e
WIGO|WigoSwap|wigoswap|https://wigoswap.example|defi|2022|23.27|177840|156378|
AVINOC|AVINOC|avinoc|https://avinoc.example|defi|2021|0.000963|10000000000|3763009862|0xf1ca9cb74685755965c7458528a36934df52a3ef
TLN|Trustlines Network Token|trustlines-network-token|https://trustlines.foundation|infrastructure|2016|0.03266|||0x679131F591B4f369acB8cd8c51E68596806c3916
ZAMA|Zama|zama|https://www.zama.ai|privacy|2025|0.2595|16322096|13848552|0xA12CC123ba206d4031D1c7f6223D1C2Ec249f4f3
CREAM|Cream|cream|https://cream.finance|infrastructure|2022|0.003579|999931984|999931984|0x2ba592f78db6436527729929aaf6c908497cb200
POOH|POOH|pooh|https://pooh.example|infrastructure|2022|25.03|166037|142384|0xb69753c06bb5c366be51e73bfc0cc2e3dc07e371
CREDI|Credefi|credefi|https://credefi.example|defi|2020|0.1359|100000000|26115260|0xae6e307c3fe9e922e5674dbd7f830ed49c014c6b
AQUA|Aquarius|aquarius|https://aqua.network|infrastructure|2022|0.00578|1291141562|611472879|
PNK|Kleros|kleros|https://kleros.io|infrastructure|2020|0.02649|132866215|132866215|0x93ed3fbe21207ec2e8f2d3c3de6e058cb73bc04d
MAN|Matrix AI Network|matrix-ai-network|https://www.matrix.io|ai|2022|0.1669|21000611|21000611|
PDT|ParagonsDAO|paragonsdao|https://paragonsdao.example|defi|2023|0.00946|1000000000|368968364|0x375abb85c329753b1ba849a601438ae77eec9893
UNIBOT|Unibot|unibot|https://unibot.app|ai|2024|0.0005943|10000000000|5848800397|0xf819d9cb1c2a819fd991781a822de3ca8607c3c9
NVIR|NvirWorld|nvirworld|https://nvirworld.example|gaming|2022|0.0009914|10000000000|3491532899|0x9d71ce49ab8a0e6d2a1e7bfb89374c9392fd6804
STBU|Stobox|stobox|https://stobox.example|defi|2022|0.04753|||0xa6422e3e219ee6d4c1b18895275fe43556fd50ed
BTM|Bytom|bytom|https://bytom.io|infrastructure|2015|0.02501|||
SOUL|Phantasma|phantasma|https://phantasma.info|smart-contract|2020|5.308|1023500|644041|0x75858677e27c930fb622759feaffee2b754af07f
YFII|DFI.money|dfi-money|https://dfi-money.example|defi|2020|0.1564|30563862|21767120|0xa1d0e215a23d7030842fc67ce582a6afa3ccab83
PLT|Poollotto.finance|poollotto-finance|https://poollotto.finance|defi|2022|0.002144|1581272630|1581272630|
QSP|Quantstamp|quantstamp|https://quantstamp.com|infrastructure|2023|0.003376|1000053338|1000053338|0x99ea4dB9EE77ACD40B119BD1dC4E33e1C070b80d
FLEX|FLEX Coin|flex-coin|https://coinflex.com|payments|2023|0.03362|100005115|100005115|0xfcf8eda095e37a41e002e266daad7efc1579bc0a
0XBTC|0xBitcoin Token|0xbitcoin-token|https://0xbitcoin-token.example|payments|2017|0.01594|210051692|210051692|0xB6eD7644C69416d67B522e20bC294A9a9B405B31
SOURCE|Source|source|https://source.example|payments|2020|0.004152|1000000000|803067388|
RMRK|RMRK|rmrk|https://www.rmrk.app|infrastructure|2021|0.006641|500001079|500001079|0x524d524b4c9366be706d3a90dcf70076ca037ae3
CKP|Cakepie|cakepie|https://cakepie.example|smart-contract|2023|0.3639|10000000|9086941|
SKEY|Skey Network|skey-network|https://skey-network.example|smart-contract|2021|0.1568|||0x06a01a4d579479dd5d884ebf61a31727a3d8d442
PIP|PIP|pip|https://pip.example|payments|2020|0.06313|84000000|51946395|
QASH|QASH|qash|https://www.liquid.com|exchange-token|2017|3.266|999934|999934|0x618e75ac90b12c6049ba3b27f5d5f8651b0037f6
SWASH|Swash|swash|https://swashapp.io|defi|2022|0.0008976|10000000000|3623270916|0xa130e3a33a4d84b04c3918c4e5762223ae252f80
ROBO|ROBO Token|robo-token|https://robo-token.example|ai|2025|0.006907|1000000000|468911407|0x32b4d049fE4c888D2b92eEcaf729F44DF6B1F36E
FOR|ForTube|fortube|https://fortube.example|infrastructure|2023|0.00462|698128120|698128120|0x1fcdce58959f536621d76f5b7ffb955baa5a672f
LAKE|Data Lake|data-lake|https://data-lake.example|infrastructure|2021|0.4874|23195235|6590050|0xf9ca9523e5b5a42c3018c62b084db8543478c400
PDA|PlayDapp|playdapp|https://playdapp.io|gaming|2020|0.003199|999901738|999901738|0x0D3CbED3f69EE050668ADF3D9Ea57241cBa33A2B
GEOD|Geodnet|geodnet|https://geodnet.com|infrastructure|2021|0.03358|200000000|94861169|
VIB|Viberate|viberate|https://www.viberate.com|defi|2017|0.07993|39687816|39687816|0x2c974b2d0ba1716e644c1fc59982a89ddd2ff724
DOMI|Domi|domi|https://domi.example|defi|2022|8.011|1000000|394347|0x45c2f8c9b4c0bdc76200448cc26c48ab6ffef83f
VINU|Vita Inu|vita-inu|https://vita-inu.example|meme|2020|0.0003937|10000000000|7990943355|0xafcdd4f666c84fed1d8bd825aa762e3714f652c9
APW|Spectra|spectra|https://www.spectra.finance|defi|2023|0.003703|2526146719|846074003|0x4104b135dbc9609fc1a9490e61369036497660c8
KASTA|Kasta|kasta|https://kasta.example|infrastructure|2023|0.02893|107848094|107848094|
BCT|Toucan Protocol: Base Carbon Tonne|toucan-protocol-base-carbon-tonne|https://toucan-protocol-base-carbon-tonne.example|real-world-asset|2020|0.004869|||
AST|AirSwap|airswap|https://www.airswap.io|defi|2017|0.1473|21006640|21006640|0x27054b13b1B798B345b591a4d22e6562d47eA75a
VPAD|VLaunch|vlaunch|https://vlaunch.example|infrastructure|2021|0.4179|21000000|7373718|
SPARTA|SpartaDEX|spartadex|https://spartadex.example|defi|2023|0.03881|||
LAI|LayerAI|layerai|https://layerai.example|infrastructure|2020|0.01768|326040692|172852854|0x168e209d7b2f58f1f24b8ae7b7d35e662bbf11cc
NPC|Non-Playable Coin|non-playable-coin|https://non-playable-coin.example|meme|2020|0.0000003513|10000000000000|8663252672820|0x8ed97a637a790be1feff5e888d43629dc05408f6
K|Sidekick|sidekick|https://sidekick.example|smart-contract|2025|0.03313|200000000|91482549|0xfb072b42907dA2Bf7A8E8cB5dCAa790D45Fd81a8
MUSE|Muse DAO|muse-dao|https://muse-dao.example|defi|2021|0.2363|50000000|12773114|0xb6ca7399b4f9ca56fc27cbff44f4d2e4eef1fc81
GEN|DAOstack|daostack|https://daostack.io|smart-contract|2018|0.08513|36677653|35308471|0x543Ff227F64Aa17eA132Bf9886cAb5DB55DCAddf
FACTR|Defactor|defactor|https://defactor.example|infrastructure|2022|0.1436|20845312|20845312|0xe0bceef36f3a6efdd5eebfacd591423f8549b9d5
KMD|Komodo|komodo|https://komodoplatform.com|privacy|2016|0.0212|141000000|141000000|
FUSE|Fuse|fuse|https://fuse.io|defi|2023|4.521|659371|659371|0x970b9bb2c0444f5e81e9d0efb84c8ccdcdcaf84d
SFD|SafeDeal|safedeal|https://safedeal.example|payments|2023|0.003369|1000000000|881181010|
SDN|Shiden Network|shiden-network|https://shiden.astar.network|infrastructure|2023|0.8029|10000000|3682194|
MULTI|Multichain|multichain|https://multichain.org|infrastructure|2022|0.2109|||0x65Ef703f5594D2573eb71Aaf55BC0CB548492df4
HBB|Hubble|hubble|https://hubbleprotocol.io|infrastructure|2020|0.04544|100000000|64525977|
C20|Crypto20|crypto20|https://crypto20.com|defi|2014|0.0146|199996682|199996682|0x26E75307Fc0C021472fEb8F727839531F112f317
MTLX|Mettalex|mettalex|https://mettalex.example|defi|2022|0.8867|12835258|3279457|0x2e1e15c44ffe4df6a0cb7371cd00d5028e571d14
BCB|Blockchain Bets|blockchain-bets|https://blockchain-bets.example|infrastructure|2021|0.2895|20982775|10003069|0x2d886570a0da04885bfd6eb48ed8b8ff01a0eb7e
DEGO|Dego Finance|dego-finance|https://dego.finance|defi|2022|0.002884|999977060|999977060|0x3da932456d082cba208feb0b096d49b202bf89c8
HERA|Hera Finance|hera-finance|https://hera-finance.example|defi|2021|2.194|1324007|1309038|0xa2c2c937333165d4c5f2dc5f31a43e1239fecfeb
RPG|Rangers Protocol Gas|rangers-protocol-gas|https://rangers-protocol-gas.example|smart-contract|2021|0.2568|11137761|11137761|0x1f16d41f9b3db03b462bdd6c92245ee708d1c103
BBL|Beoble|beoble|https://beoble.example|infrastructure|2022|0.0003115|14702447752|9144059303|0xd979c468a68062e7bdff4ba6df7842dfd3492e0f
SOLVE|SOLVE|solve|https://solve.care|infrastructure|2023|0.0119|238371610|238371610|0x446c9033e7516d820cc9a2ce2d0b7328b579406f
CULT|Cult DAO|cult-dao|https://cultdao.io|defi|2022|0.002825|999971633|999971633|0xf0f9d895aca5c8678f706fb8216fa22957685a13
NIM|Nimiq|nimiq|https://nimiq.com|defi|2023|0.002813|1000095051|1000095051|
OBSR|Observer|observer|https://observer.example|defi|2022|0.0161|500000000|174016427|
LAND|Landshare|landshare|https://landshare.example|real-world-asset|2020|0.006357|1000000000|438903721|
THALES|Thales|thales|https://thales.io|infrastructure|2020|0.02779|99985843|99985843|0x8947da500eb47f82df21143d0c01a29862a8c3c5
SOFI|RAI Finance|rai-finance|https://rai-finance.example|defi|2020|0.05534|50002731|50002731|0xb49fa25978abf9a248b8212ab4b87277682301c0
GRG|RigoBlock|rigoblock|https://rigoblock.com|infrastructure|2021|0.001378|1999814497|1999814497|0x4fbb350052bca5417566f188eb2ebce5b19bc964
PBX|Paribus|paribus|https://paribus.example|defi|2023|0.01394|301263913|196871315|0xd528cf2e081f72908e086f8800977df826b5a483
SYND|Syndicate|syndicate|https://syndicate.io|payments|2025|0.03254|83991278|83991278|0x1bAB804803159aD84b8854581AA53AC72455614E
BLOCK|Blockasset|blockasset|https://blockasset.co|infrastructure|2019|0.0002878|10000000000|9457311635|
JOY|Joystream|joystream|https://www.joystream.org|defi|2022|3.583|1263911|756517|
EMP|Empyreal|empyreal|https://empyreal.example|real-world-asset|2022|0.008683|1000000000|310887236|0x39d5313c3750140e5042887413ba8aa6145a9bd2
QTCON|Quiztok|quiztok|https://quiztok.com|payments|2020|0.0329|84000000|81711700|0x1bf7fd22709733ccd7c45ab27dd02c7ec8e50078
MOBY|Moby|moby|https://moby.example|defi|2021|0.1275|20997986|20997986|0x40a7df3df8b56147b781353d379cb960120211d7
UFI|PureFi|purefi|https://purefi.example|defi|2022|0.1106|50000000|24106858|0xcda4e840411c00a614ad9205caec807c7458a0e3
DBC|DeepBrain Chain|deepbrain-chain|https://www.deepbrainchain.org|ai|2017|0.04017|100000000|66100089|
GBEX|Globiance Exchange|globiance-exchange|https://globiance-exchange.example|exchange-token|2023|0.02644|100011697|100011697|
SEILOR|Kryptonite|kryptonite|https://kryptonite.example|defi|2021|0.002497|1476113563|1054635308|
SAITO|Saito|saito|https://saito.io|defi|2022|0.0003664|10000000000|7157711917|0xfa14fa6958401314851a17d6c5360ca29f74b57b
LSS|Lossless|lossless|https://lossless.example|payments|2022|0.05697|100000000|45845057|0x3b9be07d622accaed78f479bc0edabfd6397e320
HUAHUA|Chihuahua Chain|chihuahua-chain|https://chihuahua.wtf|infrastructure|2021|0.000568|10000000000|4579306287|
SRX|StorX|storx|https://storx.example|infrastructure|2023|0.000259|10001330530|10001330530|
PUSH|Push Protocol|push-protocol|https://push.org|infrastructure|2022|0.258|9998793|9998793|0xf418588522d5dd018b425e472991e52ebbeeeeee
UBT|Unibright|unibright|https://unibright.io|smart-contract|2023|0.00304|1035597140|845091389|0x8400d94a5cb0fa0d041a3788e395285d61c9ee5e
AZIT|azit|azit|https://azit.example|infrastructure|2022|9.119|280569|280569|
HYDRA|Hydra|hydra|https://hydrachain.org|infrastructure|2023|0.06134|90297682|41538816|
LAMB|Lambda|lambda|https://www.lambda.im|smart-contract|2023|0.00473|536472412|536472412|0x8971f9fd7196e5cee2c1032b50f656855af7dd26
WNT|Wicrypt|wicrypt|https://wicrypt.example|payments|2020|0.03008|84012049|84012049|
PROS|Prosper|prosper|https://prosper.example|infrastructure|2022|0.02517|||0x8642a849d0dcb7a15a974794668adcfbe4794b56
OOKI|Ooki|ooki|https://ooki.com|smart-contract|2023|0.0002635|10000000000|9511767386|0x0de05f6447ab4d22c8827449ee4ba2d5c288379b
XDEFI|XDEFI|xdefi|https://www.xdefi.io|defi|2022|0.1411|17689941|17689941|0x72b886d09c117654ab7da13a14d603001de0b777
ETHM|Ethereum Meta|ethereum-meta|https://ethereum-meta.example|defi|2023|0.003136|1359367701|792663963|0xfd957f21bd95e723645c07c48a2d8acb8ffb3794
CUBE|Somnium Space CUBEs|somnium-space-cubes|https://somniumspace.com|defi|2022|0.003274|756133524|756133524|0xdf801468a808a32656d2ed2d2d80b72a129739f4
AIPAD|AIPad|aipad|https://aipad.example|payments|2021|0.0977|84000000|25234507|0xe55d97a97ae6a17706ee281486e98a84095d8aaf
GBYTE|Obyte|obyte|https://obyte.org|defi|2016|0.04124|||0x31f69de127c8a0ff10819c0955490a4ae46fcc2a
INX|Infinex|infinex|https://infinex.xyz|infrastructure|2025|31.63|240059|77306.38|0xdeF1b2D939EdC0E4d35806c59b3166F790175afe
SHI|Shina Inu|shina-inu|https://shina-inu.example|meme|2021|0.003838|1000000000|634486562|0x243cacb4d5ff6814ad668c3e225246efa886ad5a
ALLO|Allora|allora|https://www.allora.network|infrastructure|2025|0.004526|1000000000|535828690|0x8408D45b61f5823298F19a09B53b7339c0280489
THE|Thena|thena|https://thena.fi|smart-contract|2020|0.3078|14640979|7846667|
EDEN|EDEN|eden|https://eden.example|defi|2023|9.621|250004|250004|0x1559fa1b8f28238fd5d76d9f434ad86fd20d1559
CGL|Crypto Gladiator League|crypto-gladiator-league|https://crypto-gladiator-league.example|gaming|2023|0.03952|78100268|60612786|
WXT|WXT Token|wxt-token|https://wxt-token.example|infrastructure|2022|0.01193|199965345|199965345|0xa02120696c7b8fe16c09c749e4598819b2b0e915
GARI|Gari Network|gari-network|https://gari.network|infrastructure|2022|0.002228|||
HAPI|HAPI|hapi|https://hapi.one|defi|2023|0.008045|586464448|294101871|0xd9c2d319cd7e6177336b0a9c93c21cb48d84fb54
GRVT|Grvt|grvt|https://grvt.io|infrastructure|2025|0.007884|1150541925|298876574|0xAD29F2723fcdBcF665F210F25E06f97477e417cF
CXO|CargoX|cargox|https://cargox.io|defi|2023|0.00446|1000000000|526160825|0xb6ee9668771a79be7967ee29a63d4184f8097143
SNAIL|SnailBrook|snailbrook|https://snailbrook.example|infrastructure|2023|0.2985|||0x6bc40d4099f9057b23af309c08d935b890d7adc0
AGLD|Adventure Gold|adventure-gold|https://adventuregold.ai|gaming|2022|0.2869|8112472|8112472|0x32353A6C91143bfd6C7d363B546e62a9A2489A20
CHRP|Chirpley|chirpley|https://chirpley.example|defi|2021|0.1835|50000000|12631742|0x70bc0dc6414eb8974bc70685f798838a87d8cce4
SDT|Stake DAO|stake-dao|https://www.stakedao.org|defi|2020|0.001447|2000000000|1595315284|0x73968b9a57c6e53d41345fd57a6e6ae27d6cdb2f
WIKEN|Project WITH|project-with|https://project-with.example|smart-contract|2023|0.2304|10837574|9978116|
DOME|Everdome|everdome|https://everdome.example|defi|2020|3.414|844690|670631|
SN|SpaceN|spacen|https://spacen.example|defi|2020|0.03449|100000000|66110495|
MUSIC|Gala Music|gala-music|https://music.gala.com|gaming|2019|0.003762|1000000000|603616955|0xd8c0b13b551718b808fc97ead59499d5ef862775
PKF|Red Kite|red-kite|https://red-kite.example|infrastructure|2023|0.02738|200000000|82596874|0x8b39b70e39aa811b69365398e0aace9bee238aeb
D3D|D3D Social|d3d-social|https://d3d-social.example|smart-contract|2022|8.103|1000000|277951|
SWISE|StakeWise|stakewise|https://stakewise.io|defi|2022|0.01616|524998092|138800172|0x48c3399719b582dd63eb5aadf12a40b4c3f52fa2
WISE|Wise|wise|https://wise.example|infrastructure|2023|0.0009796|2476321176|2280342398|0x66a0f676479cee1d7373f3dc2e2952778bff5bd6
OBOT|Obortech|obortech|https://obortech.example|infrastructure|2021|0.02909|100000000|76475585|0xedadeb5faa413e6c8623461849dfd0b7c3790c32
PIRATE|Pirate Nation|pirate-nation|https://piratenation.game|defi|2023|0.3082|7188724|7188724|0x7613C48E0cd50E42dD9Bf0f6c235063145f6f8DC
XDB|XDB CHAIN|xdb-chain|https://xdbchain.com|infrastructure|2021|0.04413|49999841|49999841|
PNP|Penpie|penpie|https://www.pendle.magpiexyz.io|payments|2021|0.0002197|10002091655|10002091655|0x7dedbce5a2e31e4c75f87fea60bf796c17718715
FSN|FUSION|fusion|https://fusion.org|infrastructure|2019|0.04748|||0x979aca85ba37c675e78322ed5d97fa980b9bdf00
SQUIDGROW|SquidGrow|squidgrow|https://squidgrow.example|meme|2023|0.00001527|142731277710|142731277710|0xd8fa690304d2b2824d918c0c7376e2823704557a
NATG|NatGold|natgold|https://natgold.example|real-world-asset|2025|0.001085|2000540846|2000540846|0x59c323346F4f62aE18289F346501389392cf5939
OBI|Orbofi AI|orbofi-ai|https://orbofi-ai.example|ai|2022|0.06289|74651123|34372787|0xbb3a8fd6ec4bf0fdc6cd2739b1e41192d12b1873
ZNN|Zenon|zenon|https://zenon.network|defi|2023|0.0164|200000000|131271936|0xb2e96a63479c2edd2fd62b382c89d5ca79f572d3
SWTH|Carbon Protocol|carbon-protocol|https://www.carbon.network|real-world-asset|2020|0.01754|||
AIR|Altair|altair|https://altair.example|defi|2022|0.01428|158807180|149529525|
BRN|BRN Metaverse|brn-metaverse|https://brn-metaverse.example|gaming|2023|0.2127|9997875|9997875|
PERC|Perion|perion|https://perion.example|infrastructure|2022|0.002118|999929703|999929703|0x60be1e1fe41c1370adaf5d8e66f07cf1c2df2268
MDAO|MarsDAO|marsdao|https://marsdao.example|defi|2023|0.1395|21000000|15119647|
MARSH|Unmarshal|unmarshal|https://unmarshal.example|payments|2020|0.0201|104505819|104505819|0x5a666c7d92e5fa7edcb6390e4efd6d0cdd69cf37
REF|Ref Finance|ref-finance|https://www.ref.finance|defi|2022|34.46|222998|60707.47|
SENT|Sentient|sentient|https://sentient.xyz|infrastructure|2025|0.001697|1227712365|1227712365|0x56A3BA04E95d34268A19b2a4474DC979baBDaf76
DUA|Brillion|brillion|https://brillion.example|smart-contract|2023|0.02075|||0x6c249b6f6492864d914361308601a7abb32e68f8
KAP|KAP Games|kap-games|https://kap-games.example|gaming|2023|0.07185|30852499|28760370|0x9625ce7753ace1fa1865a47aae2c5c2ce4418569
PIB|Pibble|pibble|https://pibble.example|payments|2023|0.002058|999994425|999994425|0x1864ce27e9f7517047933caae530674e8c70b8a7
EQB|Equilibria Finance|equilibria-finance|https://equilibria.fi|defi|2021|0.3131|10000000|6546087|0xfe80d611c6403f70e5b1b9b722d2b3510b740b2b
TOKE|Tokemak|tokemak|https://www.tokemak.xyz|infrastructure|2023|0.09902|50000000|20614084|0x2e9d63788249371f1DFC918a52f8d799F4a38C94
OXY|Oxygen|oxygen|https://www.oxygen.org|infrastructure|2017|0.1323|34701422|15365597|0x965697b4ef02f0de01384d0d4f9f782b1670c163
CANTO|CANTO|canto|https://canto.io|smart-contract|2022|0.00312|1000000000|650000000|0x56c03b8c4fa80ba37f5a7b60caaaef749bb5b220
BSCPAD|BSCPAD|bscpad|https://bscpad.example|infrastructure|2022|0.0002025|9997854162|9997854162|
DLC|Diamond Launch|diamond-launch|https://diamond-launch.example|payments|2023|0.0007181|10271940981|2807822397|
GFI|Goldfinch|goldfinch|https://goldfinch.finance|real-world-asset|2022|0.0241|83322148|83322148|0xdab396cCF3d84Cf2D07C4454e10C8A6F5b008D2b
LITT|LitLab Games|litlab-games|https://litlab-games.example|gaming|2020|0.03075|100000000|65036256|
BEPRO|Bepro|bepro|https://bepro.network|infrastructure|2021|0.09968|21000000|19980943|0xcf3c8be2e2c42331da80ef210e9b1b307c03d36a
APOLLO|Apollo|apollo|https://apollo.example|defi|2023|8.047|||
ETHIX|Ethix|ethix|https://ethix.example|infrastructure|2022|0.5557|5801570|3554929|0xfd09911130e6930bf87f2b0554c44f400bd80d3e
LBR|Lybra|lybra|https://lybra.example|smart-contract|2022|0.006951|||0xed1167b6dc64e8a366db86f2e952a482d0981ebd
NFD|Feisty Doge NFT|feisty-doge-nft|https://www.feistydoge.art|meme|2023|0.001538|1273981513|1273981513|0xdfdb7f72c1f195c5951a234e8db9806eb0635346
NLS|Nolus|nolus|https://nolus.io|smart-contract|2020|0.004917|575919778|396865757|
SENATE|SENATE|senate|https://senate.example|payments|2020|0.1042|21000000|18650939|0x34be5b8c30ee4fde069dc878989686abe9884470
SSWP|Suiswap|suiswap|https://suiswap.example|defi|2020|0.06114|90673578|31656855|
ATM|Atletico Madrid Fan Token|atletico-madrid-fan-token|https://atletico-madrid-fan-token.example|gaming|2017|0.03508|72789930|54948849|
ATPAY|AtPay|atpay|https://atpay.example|payments|2022|0.05308|100000000|36166997|
JMPT|JumpToken|jumptoken|https://jumptoken.example|infrastructure|2023|5.537|1000000|345298|0x420a24c9c65bd44c48bfb1cc8d6cd1ea8b1ac840
BEN|Ben|ben|https://ben.example|infrastructure|2021|0.005575|1000000000|341546216|0x9bf1d7d63dd7a4ce167cf4866388226eeefa702e
UMB|Umbrella Network|umbrella-network|https://www.umb.network|infrastructure|2020|0.001896|1000188391|1000188391|0x6fc13eace26590b80cccab1ba5d51890577d83b2
ACQ|Acquire.Fi|acquire-fi|https://acquire.fi|defi|2023|0.08215|63383601|22989979|0x4bdcb66b968060d9390c1d12bd29734496205581
FRA|Fractal|fractal|https://fractal.example|smart-contract|2020|0.001881|999962092|999962092|
ROKO|Roko Network|roko-network|https://roko-network.example|infrastructure|2022|0.009366|200006714|200006714|0x6f222e04f6c53cc688ffb0abe7206aac66a8ff98
THEO|Theopetra|theopetra|https://theopetra.example|infrastructure|2020|0.001733|2000000000|1076531549|0xfac0403a24229d7e2edd994d50f5940624cbeac2
RIDE|holoride|holoride|https://holoride.example|smart-contract|2021|1.858|1000015|1000015|0xf97e2a78f1f3d1fd438ff7cc3bb7de01e5945b83
SYLO|Sylo|sylo|https://www.sylo.io|defi|2021|0.0001966|||0xf293d23bf2cdc05411ca0eddd588eb1977e8dcd4
AREA|Areon Network|areon-network|https://areon-network.example|smart-contract|2022|0.03831|50000000|48105437|
XTM|Torum|torum|https://torum.example|defi|2023|0.09596|21000000|19126851|0xCd1fAFf6e578Fa5cAC469d2418C95671bA1a62Fe
VIA|Octavia|octavia|https://octavia.example|payments|2017|0.04561|84000000|40077556|
ESP|Espresso|espresso|https://www.espressosys.com|defi|2025|0.02106|91725237|86443178|0x031De51F3E8016514Bd0963d0B2AB825A591Db9A
KMON|Kryptomon|kryptomon|https://kryptomon.example|payments|2023|0.01813|100004440|100004440|0xc4170fd71eced3c80badca77f4e12e8aac1e3436
RBC|Rubic|rubic|https://rubic.exchange|defi|2023|0.009249|287473132|195231771|0xA4EED63db85311E22dF4473f87CcfC3DaDCFA3E3
REVV|REVV|revv|https://revvmotorsport.com|infrastructure|2021|0.1547|30117362|11624743|0x557b933a7c2c45672b610f8954a3deb39a51a8ca
AI|Gensyn|gensyn|https://www.gensyn.ai|ai|2025|0.004016|1063392560|445972972|0x4d7078DDd6cCFED2F85dB5B7D3Ff16828d378d48
VELA|Vela Token|vela-token|https://vela-token.example|infrastructure|2022|0.1653|||
WHALE|White Whale|white-whale|https://whitewhale.money|smart-contract|2021|0.001776|1000269532|1000269532|
AZTEC|Aztec|aztec|https://aztec.network|privacy|2025|0.05716|30952587|30952587|0xA27EC0006e59f245217Ff08CD52A7E8b169E62D2
HOGE|Hoge Finance|hoge-finance|https://hoge-finance.example|defi|2021|0.0008888|1982505954|1982505954|0xfad45e47083e4607302aa43c65fb3106f1cd7607
PREMIA|Premia|premia|https://premia.finance|defi|2020|0.02585|144568100|67887148|0x6399c842dd2be3de30bf99bc7d1bbf6fa3650e70
PPC|Peercoin|peercoin|https://www.peercoin.net|payments|2012|0.001904|1000000000|917932888|0x044d078f1c86508e13328842cc75ac021b272958
WAS|Wasder|wasder|https://www.wasder.gg|defi|2020|0.04889|50000000|35603098|0x0c572544a4ee47904d54aaa6a970af96b6f00e1b
LITH|Lithium Finance|lithium-finance|https://lithium-finance.example|defi|2023|0.003513|500000000|493468953|0x188e817b02e635d482ae4d81e25dda98a97c4a42
GAMMA|Gamma Strategies|gamma-strategies|https://gamma-strategies.example|defi|2022|1.541|1120381|1120381|0x6bea7cfef803d1e3d5f7c0103f7ded065644e197
BAX|BABB|babb|https://getbabb.com|infrastructure|2022|0.01793|100000000|95899995|0xf920e4f3fbef5b3ad0a25017514b769bdc4ac135
VALOR|Smart Valor|smart-valor|https://smartvalor.com|infrastructure|2020|0.01918|100000000|89285514|0x297e4e5e59ad72b1b0a2fd446929e76117be0e0a
GALEON|Galeon|galeon|https://galeon.example|payments|2023|0.00376|1000000000|453599630|
APU|Apu Apustaja|apu-apustaja|https://apu-apustaja.example|meme|2023|0.0000005516|4206900000000|3079409197212|0x594DaaD7D77592a2b97b725A7AD59D7E188b5bFa
BITCI|Bitcicoin|bitcicoin|https://bitcicoin.example|payments|2023|0.06742|90133619|25091939|
GAT|GameAI|gameai|https://gameai.example|gaming|2022|0.0337|49994771|49994771|
AEVO|Aevo|aevo|https://www.aevo.xyz|defi|2024|0.002256|2000000000|743784447|0xB528edBef013aff855ac3c50b381f253aF13b997
PLEB|Plebbit|plebbit|https://plebbit.example|payments|2022|0.03072|||0xea81dab2e0ecbc6b5c4172de4c22b6ef6e55bd8f
WCT|WalletConnect Token|walletconnect-token|https://walletconnect.network|infrastructure|2025|0.009477|200000000|175622150|0xeF4461891DfB3AC8572cCf7C794664A8DD927945
ZKP|zkPass|zkpass|https://zkpass.org|privacy|2025|0.001658|999764983|999764983|0xe1Be424F442D0687129128C6c38aAce44F8c8Dbc
IXT|Planet IX|planet-ix|https://planet-ix.example|infrastructure|2021|0.124|||
ITHEUM|Itheum|itheum|https://www.itheum.com|smart-contract|2022|0.01841|100000000|89308705|
PKT|PKT|pkt|https://pkt.cash|payments|2022|0.01286|||
HMND|Humanode|humanode|https://humanode.io|infrastructure|2021|0.1779|9167217|9167217|
RBW|Rainbow Token|rainbow-token|https://rainbow-token.example|infrastructure|2023|0.002214|953422366|733616504|
JAM|Geojam|geojam|https://geojam.example|payments|2020|0.1802|18054448|8976878|0x23894dc9da6c94ecb439911caf7d337746575a72
VSTA|Vesta Finance|vesta-finance|https://vesta-finance.example|defi|2020|6.444|250010|250010|
WOW|Wownero|wownero|https://wownero.org|privacy|2020|0.02561|89173852|62652438|
EPIK|Epik Prime|epik-prime|https://epik-prime.example|infrastructure|2022|0.02225|71821013|71821013|0x4da0c48376c277cdbd7fc6fdc6936dee3e4adf75
PZP|PlayZap|playzap|https://playzap.example|gaming|2021|0.01592|99970684|99970684|
AIN|AI Network|ai-network|https://ainetwork.ai|ai|2022|0.0007925|2000095935|2000095935|0x3a810ff7211b40c4fa76205a14efe161615d0385
ONI|ONINO|onino|https://onino.example|defi|2020|0.02467|200000000|63990501|
TMX|TermMax|termmax|https://termmax.example|defi|2025|0.001829|1540084165|859618395|0x3c2F61f2E27C865981D2e7aAf6b2CDf823030039
HMX|HMX|hmx|https://hmx.example|payments|2020|0.2542|21000000|6159973|0x83d6c8c06ac276465e4c92e7ac8c23740f435140
MDX|Mandala Exchange Token|mandala-exchange-token|https://mandala.exchange|exchange-token|2019|0.02969|||0x947AEb02304391f8fbE5B25D7D98D649b57b1788
TGT|THORWallet DEX|thorwallet-dex|https://www.thorwallet.org|defi|2021|0.00208|2813869462|746726290|0x108a850856db3f85d0269a2693d896b394c80325
AGLA|Angola|angola|https://angola.example|smart-contract|2023|0.1055|14662493|14662493|0x1f7e5118521b550bb1a9b435727c003eb033fc51
TRC|Terracoin|terracoin|https://terracoin.example|payments|2020|0.001962|1000000000|785230134|
AXEL|AXEL|axel|https://axel.org|smart-contract|2022|0.00253|630545353|606472778|
REGEN|Regen|regen|https://www.regen.network|smart-contract|2023|0.001024|1492340533|1492340533|
VEXT|Veloce|veloce|https://veloce.example|defi|2022|0.01522|99997579|99997579|0xb2492e97a68a6e4b9e9a11b99f6c42e5accd38c7
UNCX|UNCX Network|uncx-network|https://uncx.network|infrastructure|2021|0.05764|72609702|26297629|0xadb2437e6f65682b85f814fbc12fec0508a7b1d0
LRDS|BLOCKLORDS|blocklords|https://blocklords.com|gaming|2021|0.02148|100000000|70281805|0xd0a6053f087E87a25dC60701ba6E663b1a548E85
SONNE|Sonne Finance|sonne-finance|https://sonne-finance.example|defi|2022|2.497|||
DUST|Dust Protocol|dust-protocol|https://dust-protocol.example|smart-contract|2021|9.937|250000|150694|0xb5b1b659da79a2507c27aad509f15b4874edc0cc
ZKP|Panther Protocol|panther-protocol|https://www.pantherprotocol.io|privacy|2022|0.08285|18000958|18000958|0x909e34d3f6124c324ac83dcca84b74398a6fa173
OMAX|Omax|omax|https://omax.example|smart-contract|2023|0.2563|20108779|5795313|
CXT|Covalent X Token|covalent-x-token|https://covalenthq.com|payments|2023|0.03074|84000000|48123718|0x7ABc8A5768E6bE61A6c693a6e4EAcb5B60602C4D
BRUSH|Paint Swap|paint-swap|https://paint-swap.example|defi|2021|0.001473|1000225718|1000225718|
TERM|Term Finance|term-finance|https://www.term.finance|defi|2025|0.0002942|11200237302|4987650389|0xC3d21f79C3120A4fFda7A535f8005a7c297799bF
OAX|OAX|oax|https://oax.example|infrastructure|2018|0.003939|782930213|371014415|0x701c244b988a513c945973defa05de933b23fe1d
PRE|Presearch|presearch|https://presearch.com|infrastructure|2017|0.1456|9996631|9996631|0xec213f83defb583af3a000b1c0ada660b1902a0f
GROVE|Grove|grove|https://grove.example|infrastructure|2025|0.001134|1391991619|1278322529|0xB30FE1Cf884B48a22a50D22a9282004F2c5E9406
OOE|OpenOcean|openocean|https://openocean.finance|smart-contract|2021|0.1833|15507572|7876435|
GMEE|GAMEE|gamee|https://www.gamee.com|gaming|2023|2.651|1000000|542402|0xd9016a907dc0ecfa3ca425ab20b6b785b42f2373
WAIT|Hourglass|hourglass|https://hourglass.example|smart-contract|2023|0.0001621|9107807232|8834601256|0x2559813bbb508c4c79e9ccce4703bcb1f149edd7
MIR|Mirror Protocol|mirror-protocol|https://mirror-protocol.example|infrastructure|2022|21.88|250000|65187.13|0x09a3ecafa817268f77be1283176b946c4ff2e608
BOA|BOSagora|bosagora|https://bosagora.org|defi|2022|0.003098|458529320|458529320|0x746dda2ea243400d5a63e0700f190ab79f06489e
ALGB|Algebra|algebra|https://algebra.finance|payments|2022|0.002516|||
ORB|Orbcity|orbcity|https://orbcity.example|smart-contract|2021|4.35|||0x3c917054e03485808137eb306eafa8da0ab695cd
WOM|WOM Protocol|wom-protocol|https://wom-protocol.example|smart-contract|2022|0.001213|1156929567|1156929567|0xbd356a39bff2cada8e9248532dd879147221cf76
FOAM|FOAM|foam|https://foam.space|infrastructure|2022|0.06656|20998801|20998801|0x4946fcea7c692606e8908002e55a582af44ac121
NRG|Energi|energi|https://energi.world|defi|2018|0.06629|||0x1416946162b1c2c871a73b07e932d2fb6c932069
DIP|Etherisc DIP|etherisc-dip|https://etherisc.com|payments|2020|0.0004403|10000000000|3148762168|0xc719d010b63e5bbf2c0551872cd5316ed26acd83
OXEN|Oxen|oxen|https://oxen.io|privacy|2023|0.08128|16988126|16988126|
WTC|Walton Token|walton-token|https://www.waltonchain.org|infrastructure|2017|0.3762|10000000|3655537|0xb7cB1C96dB6B22b0D3d9536E0108d062BD488F74
VIX|Vixco|vixco|https://vixco.example|payments|2023|0.01919|189592044|71373339|0xc0b68eb52c89e3fffa62d78012ac8b661bfaa323
LINU|Luna Inu|luna-inu|https://luna-inu.example|meme|2021|0.001364|1000087019|1000087019|0x78132543d8e20d2417d8a07d9ae199d458a0d581
BRWL|Blockchain Brawlers|blockchain-brawlers|https://blockchain-brawlers.example|infrastructure|2021|0.09616|21000000|14128598|0x4086e77c5e993fdb90a406285d00111a974f877a
BTS|BitShares|bitshares|https://bitshares.org|defi|2014|0.01353|100008577|100008577|
MMIT|MangoMan Intelligent|mangoman-intelligent|https://mangoman-intelligent.example|infrastructure|2021|0.149|21000000|9044623|
SIX|SIX Network|six-network|https://six.network|infrastructure|2020|0.02684|50007614|50007614|
SHOPX|SHOPX|shopx|https://shopx.example|infrastructure|2022|0.004557|500000000|293347018|0x7bef710a5759d197ec0bf621c3df802c2d60d848
MOOV|dotmoovs|dotmoovs|https://dotmoovs.example|infrastructure|2021|0.00157|1000000000|848014538|0x24ec2ca132abf8f6f8a6e24a1b97943e31f256a7
DPAY|Devour|devour|https://devour.example|payments|2020|0.002107|1134425035|629333479|0xe5a733681bbe6cd8c764bb8078ef8e13a576dd78
PIKA|Pika Protocol|pika-protocol|https://pika-protocol.example|infrastructure|2022|0.0001505|8775087784|8775087784|
TRIA|Tria|tria|https://www.tria.so|infrastructure|2025|0.04926|100000000|26701542|0x228bEC415adE4b61D7CaF0adf8C91EAc587BA369
GEEQ|GEEQ|geeq|https://geeq.io|infrastructure|2022|0.001456|899730250|899730250|0x6b9f031d718dded0d681c20cb754f97b3bb81b78
DVI|Dvision Network|dvision-network|https://dvision-network.example|smart-contract|2021|1.335|||0x10633216e7e8281e33c86f02bf8e565a635d9770
NADA|NADA Protocol Token|nada-protocol-token|https://nada-protocol-token.example|smart-contract|2020|0.07321|21000000|17749647|
IXO|IXO|ixo|https://ixo.example|defi|2020|0.0006471|2000010211|2000010211|
DOSE|DOSE|dose|https://dose.example|defi|2021|0.001828|1318682751|705133063|0xb31ef9e52d94d4120eb44fe1ddfde5b4654a6515
MXM|MixMob|mixmob|https://mixmob.example|infrastructure|2020|1.284|999830|999830|
IPOR|IPOR|ipor|https://www.ipor.io|payments|2023|0.002929|877382768|436531652|0x1e4746dc744503b53b4a082cb3607b169a289090
BLID|Bolide|bolide|https://bolide.example|infrastructure|2020|6.825|198134|186585|0x8a7adc1b690e81c758f1bd0f72dfe27ae6ec56a5
EFI|Efinity|efinity|https://efinity.example|infrastructure|2020|0.03247|44097326|39060821|0x656c00e1bcd96f256f224ad9112ff426ef053733
GZONE|GameZone|gamezone|https://gamezone.example|gaming|2021|0.00009305|13575374147|13575374147|
BASED1|Based one|based-one|https://based-one.example|defi|2020|5.8|311681|216913|0x4f2b33840227DDD0e28da8d4185D6fa07ADfed87
TORN|Tornado Cash|tornado-cash|https://tornado.cash|privacy|2020|0.07994|21000000|15674498|0x77777feddddffc19ff86db637967013e6c6a116c
FER|Ferro|ferro|https://ferro.example|infrastructure|2022|0.03353|||0x2f32b39023da7d6a6486a85d12b346eb9c2a0d19
POLYDOGE|PolyDoge|polydoge|https://polydoge.example|meme|2020|0.002669|1000000000|465692759|
GLC|Goldcoin|goldcoin|https://goldcoin.example|real-world-asset|2020|0.03135|||
RFOX|RFOX|rfox|https://www.rfox.com|smart-contract|2022|0.01773|88093333|69539298|0xa1d6df714f91debf4e0802a542e13067f31b8262
MND|Mind|mind|https://mind.example|defi|2022|0.2782|7968039|4413953|0xa0dd6dd7775e93eb842db0aa142c9c581031ed3b
CGO|Comtech Gold|comtech-gold|https://comtech-gold.example|real-world-asset|2021|0.1088|21000000|11240919|
GRND|SuperWalk|superwalk|https://superwalk.example|defi|2022|0.0001732|10000000000|7032810513|
MTD|Minted|minted|https://minted.network|defi|2020|0.07152|50000000|16962723|0x809e130e10e787139c54e1d12d3d1971b7a675bf
WITCH|Witch Token|witch-token|https://witch-token.example|infrastructure|2022|0.07684|50000000|15724692|0xdc524e3c6910257744c1f93cf15e9f472b5bd236
REP|Augur|augur|https://www.augur.net|defi|2015|0.00748|200000000|160884618|0x221657776846890989a759ba2973e427dff5c9bb
EML|EML Protocol|eml-protocol|https://eml-protocol.example|infrastructure|2021|0.003462|||0x03dde9e5bb31ee40a471476e2fccf75c67921062
MV|GensoKishi Metaverse|gensokishi-metaverse|https://gensokishi-metaverse.example|gaming|2021|0.07658|21000000|15588147|0xae788f80f2756a86aa2f410c651f2af83639b95b
KLEVA|KLEVA|kleva|https://kleva.example|defi|2021|0.0001843|10000000000|6451068418|
ZKB|ZKBase|zkbase|https://zkbase.org|payments|2022|0.0001922|||0xbbbbbbbb46a1da0f0c3f64522c275baa4c332636
IMU|ImmuneFi|immunefi|https://immunefi.com|defi|2025|0.2354|10000000|5010087|0xb48c6B24f36307c7A1f2a9281E978a9ef2902BA5
SOCKS|Unisocks|unisocks|https://unisocks.exchange|defi|2021|1.213|1000000|968364|0x23b608675a2b2fb1890d3abbd85c5775c51691d5
RLS|Rayls|rayls|https://www.rayls.com|infrastructure|2025|0.01233|100000000|94882062|0xB5F7b021a78f470d31D762C1DDA05ea549904fbd
RISE|EverRise|everrise|https://everrise.example|infrastructure|2016|0.4139|6496630|2815138|0xc17c30e98541188614df99239cabd40280810ca3
SDL|stake.link|stake-link|https://stake.link|defi|2020|0.003386|383708859|342733349|0xa95c5ebb86e0de73b4fb8c47a45b792cfea28c23
CPH|Cypherium|cypherium|https://cypherium.example|smart-contract|2022|6.975|320383|165710|
LIZA|LIZA|liza|https://liza.example|defi|2022|0.004942|460967369|232936412|0x8b227d72570d3ead66014bca8305cbef7f90d1ee
GHUB|GemHUB|gemhub|https://gemhub.example|infrastructure|2020|0.0001147|9995979617|9995979617|
GQ|Blink Galaxy|blink-galaxy|https://blink-galaxy.example|infrastructure|2020|0.09559|14999086|11946072|
CORN|Corn|corn|https://usecorn.com|infrastructure|2025|0.1016|13129268|11194196|0x44f49ff0da2498bCb1D3Dc7C0f999578F67FD8C6
HZN|Horizon Protocol|horizon-protocol|https://horizon-protocol.example|infrastructure|2022|0.02266|49989162|49989162|
CRW|Crown|crown|https://crown.tech|defi|2015|0.001787|1000000000|631335980|
SCP|ScPrime|scprime|https://scpri.me|infrastructure|2023|0.09507|11819282|11819282|
RDT|Ridotto|ridotto|https://ridotto.example|defi|2020|0.00405|1091240982|276330763|0x4740735aa98dc8aa232bd049f8f0210458e7fca3
IRYS|Irys|irys|https://irys.xyz|infrastructure|2025|0.005573|200006933|200006933|0x50f41F589aFACa2EF41FDF590FE7b90cD26DEe64
WOMBAT|Wombat|wombat|https://wombat.example|defi|2021|0.017|237042328|65303307|0x0c9c7712c83b3c70e7c5e11100d33d9401bdf9dd
DACXI|Dacxi|dacxi|https://dacxi.example|smart-contract|2020|0.004256|500000000|259796111|0xefab7248d36585e2340e5d25f8a8d243e6e3193f
SD|Stader|stader|https://www.staderlabs.com|infrastructure|2020|0.03769|50000000|29218537|0x30D20208d987713f46DFD34EF128Bb16C404D10f
RING|Darwinia Network|darwinia-network|https://darwinia.network|infrastructure|2023|0.0021|2000000000|522294931|0x9469d013805bffb7d3debe5e7839237e535ec483
MASQ|MASQ|masq|https://masq.ai|defi|2022|0.01855|61564014|58890042|0x06f3c323f0238c72bf35011071f2b5b7f43a054c
REV3L|REV3AL|rev3al|https://rev3al.example|infrastructure|2023|0.0006228|2352115535|1746980301|
ZKC|Boundless|boundless|https://boundless.network|infrastructure|2025|0.02317|46769377|46769377|0x000006c2A22ff4A44ff1f5d0F2ed65F781F55555
DUAL|Dual|dual|https://dual.example|infrastructure|2023|6.559|250000|164551|0x6aF487BEb661CCeCD1D045E9561A0dAC9AA5c7db
ION|Ion|ion|https://ion.wtf|infrastructure|2018|0.002564|||
MANC|Mancium|mancium|https://mancium.example|payments|2021|0.02668|62183419|40128765|0xe0c05ec44775e4ad62cdc2eecdf337aa7a143363
RBLS|Rebel Bots|rebel-bots|https://rebel-bots.example|defi|2022|0.005121|631148474|208227702|
HONK|Honk|honk|https://honk.example|meme|2020|0.000009405|||
DEFX|DeFinity|definity|https://definity.example|defi|2021|0.001576|1000000000|671182917|0x5f474906637bdcda05f29c74653f6962bb0f8eda
LUA|LuaSwap|luaswap|https://luaswap.example|defi|2023|0.004134|914244394|254846571|0xb1f66997a5760428d3a87d68b90bfe0ae64121cc
HIGH|Highstreet|highstreet|https://www.highstreet.market|payments|2021|0.006361|210000000|164959069|0x71Ab77b7dbB4fa7e017BC15090b2163221420282
SAMA|Moonsama|moonsama|https://moonsama.example|payments|2023|0.07016|21000000|14895823|0xe04f47ff45576249bc5083dfdf987e03d0550113
DVF|Rhino.fi|rhino-fi|https://rhino.fi|defi|2023|0.001837|2000000000|566627407|0xdddddd4301a082e62e84e43f474f044423921918
LOVELY|Lovely Inu finance|lovely-inu-finance|https://lovely-inu-finance.example|meme|2021|0.001037|999725555|999725555|
AVL|Avalon|avalon|https://avalon.example|defi|2025|0.005163|199990978|199990978|0x5c8D0C48810FD37A0A824D074ee290E64f7A8Fa2
XRT|Robonomics Network|robonomics-network|https://robonomics.network|ai|2023|0.009318|||0x7de91b204c1c737bcee6f000aaa6569cf7061cb7
MOAC|MOAC|moac|https://moac.example|infrastructure|2017|0.002352|1000000000|435493486|
BEETS|Beethoven X|beethoven-x|https://beets.fi|defi|2021|0.06269|50000000|16273246|
XWG|X World Games|x-world-games|https://x-world-games.example|gaming|2021|0.00124|1000000000|819415922|0x0a77ef9bf662d62fbf9ba4cf861eaa83f9cc4fec
INDEX|Index Cooperative|index-cooperative|https://www.indexcoop.com|defi|2022|0.05645|21000000|17927343|0x0954906da0Bf32d5479e25f46056d22f08464cab
VC|VinuChain|vinuchain|https://vinuchain.example|smart-contract|2021|0.01534|104201862|65706522|
GMT|STEPN|stepn|https://www.stepn.com|gaming|2022|0.07277|21000000|13795441|
POLC|Polkacity|polkacity|https://polkacity.io|payments|2023|0.0001883|13182265299|5309968192|0xaa8330fb2b4d5d07abfe7a72262752a8505c6b37
SHFT|Shyft Network|shyft-network|https://www.shyft.network|smart-contract|2023|0.003778|494240917|263593520|0xb17c88bda07d28b3838e0c1de6a30eafbcf52d85
PSWAP|Polkaswap|polkaswap|https://polkaswap.io|defi|2023|0.002157|787419972|459834068|0x519c1001d550c0a1dae7d1fc220f7d14c2a521bb
HUSKY|Husky Avax|husky-avax|https://husky-avax.example|infrastructure|2023|0.0005392|2000000000|1832129522|
SCAR|ScarQuest|scarquest|https://scarquest.example|gaming|2021|0.1085|21000000|9068412|
GOFX|GooseFX|goosefx|https://goosefx.io|defi|2022|0.0002605|10000000000|3761909523|
BRICK|r/FortNiteBR Bricks|r-fortnitebr-bricks|https://r-fortnitebr-bricks.example|real-world-asset|2022|0.2102|10000000|4643427|
SNM|SONM|sonm|https://sonm.com|smart-contract|2015|0.0007107|2000000000|1367856124|
DIVI|Divi|divi|https://diviproject.org|infrastructure|2023|0.0001028|10000000000|9418661545|0x246908bff0b1ba6ecadcf57fb94f6ae2fcd43a77
TREEB|Retreeb|retreeb|https://retreeb.example|infrastructure|2022|0.004192|463522187|230047100|
TAMA|Tamadoge|tamadoge|https://tamadoge.io|meme|2023|0.000002803|1000000000000|342665854500|0x12b6893ce26ea6341919fe289212ef77e51688c8
GO|GoChain|gochain|https://gochain.io|infrastructure|2022|5.153|250000|185648|
TOWER|Tower|tower|https://www.crazydefenseheroes.com|infrastructure|2023|0.00928|102673464|102673464|0x1c9922314ed1415c95b9fd453c3818fd41867d0b
BRIDGE|Octus Bridge|octus-bridge|https://octus-bridge.example|payments|2022|0.003079|1000000000|308214362|
RBIF|Robo Inu Finance|robo-inu-finance|https://robo-inu-finance.example|meme|2020|0.000003293|420690000000|287030045111|0x0e6fa9c050c8a707e7f56a2b3695665e4f9eac9b
CWAR|Cryowar|cryowar|https://cryowar.example|gaming|2023|2.423|892352|388528|
DHT|dHEDGE DAO|dhedge-dao|https://dhedge.org|defi|2021|0.007192|140051605|130371585|0xca1207647ff814039530d7d35df0e1dd2e91fa84
FLAME|FireStarter|firestarter|https://firestarter.example|defi|2021|0.001048|1000000000|891103910|
KLT|Kamaleont|kamaleont|https://kamaleont.example|infrastructure|2022|0.009688|200000000|96009159|
STAT|STAT|stat|https://stat.example|infrastructure|2021|0.001621|1000000000|571506408|0x4fc15c91a9c4a9efb404174464687e8e128730c2
MMPRO|Market Making Pro|market-making-pro|https://market-making-pro.example|defi|2020|2.012|1000000|458600|
PIRL|Pirl|pirl|https://pirl.io|defi|2015|0.001274|1240229899|721356268|
DOS|DAPPOS|dappos|https://dappos.example|infrastructure|2023|9.976|279595|91753.07|0x951f086A127e280724fD93CcC543f65065afEb5E
PURSE|Pundi X PURSE|pundi-x-purse|https://pundi-x-purse.example|smart-contract|2023|0.01877|||0x95987b0cdc7f65d989a30b3b7132a38388c548eb
PEPECOIN|PepeCoin|pepecoin|https://pepecoin.example|meme|2021|0.000000908|1000016695026|1000016695026|0xA9E8aCf069C58aEc8825542845Fd754e41a9489A
MCRT|MagicCraft|magiccraft|https://magiccraft.example|payments|2021|0.08647|21000000|10458898|0xde16ce60804a881e9f8c4ebb3824646edecd478d
ELU|Elumia|elumia|https://elumia.example|defi|2022|0.01674|119607133|53808928|
AYWA|Aywa|aywa|https://aywa.example|smart-contract|2014|1.371|1000000|654381|
ARI10|Ari10|ari10|https://ari10.example|infrastructure|2021|2.605|1000000|343020|
FPS|web3war|web3war|https://web3war.example|gaming|2023|0.1792|13905011|4966472|
WALLET|Ambire Wallet|ambire-wallet|https://www.ambire.com|infrastructure|2022|0.0008533|1038827199|1038827199|0x88800092ff476844f74dc2fc427974bbee2794ae
CRWNY|Crowny|crowny|https://crowny.io|defi|2020|0.02775|33525761|31815685|
COOK|mETH Protocol|meth-protocol|https://www.methprotocol.xyz|infrastructure|2021|0.1011|9373718|8697861|0x9F0C013016E8656bC256f948CD4B79ab25c7b94D
MVI|Metaverse Index|metaverse-index|https://www.indexcoop.com|gaming|2020|3.976|250000|220281|0x72e364f2abdc788b7e918bc238b21f109cd634d7
SKEB|Skeb|skeb|https://skeb.example|infrastructure|2020|0.007003|200000000|124565763|0x6d614686550b9e1c1df4b2cd8f91c9d4df66c810
KERNEL|KernelDAO|kerneldao|https://kerneldao.com|defi|2025|0.0006473|2169425175|1342261210|0x3f80B1c54Ae920Be41a77f8B902259D48cf24cCf
MOE|MOE|moe|https://moe.example|infrastructure|2021|0.0254|37015782|34069747|
BRG|Bridge Oracle|bridge-oracle|https://bridge-oracle.example|infrastructure|2021|0.005287|500000000|163024718|0xc9c4fd7579133701fa2769b6955e7e56bb386db1
ARIA20|Arianee|arianee|https://arianee.example|defi|2022|0.007503|200000000|114416357|0xedf6568618a00c6f0908bf7758a16f76b6e04af9
YAK|Yield Yak|yield-yak|https://yieldyak.com|defi|2022|0.0007936|1165171829|1077412105|
BDP|Big Data Protocol|big-data-protocol|https://big-data-protocol.example|infrastructure|2022|0.0004243|2151627391|2007109561|0xf3dcbc6d72a4e1892f7917b7c43b74131df8480e
RAVEN|Raven Protocol|raven-protocol|https://ravenprotocol.com|infrastructure|2022|0.0008779|1000000000|966183949|
DOVU|DOVU|dovu|https://dovu.earth|payments|2021|0.01056|||0x2aeAbde1aB736c59E9A19BeD67681869eEF39526
MNTC|MINATIVERSE|minativerse|https://minativerse.example|gaming|2022|0.00456|277044109|184527883|
ES|Era Swap|era-swap|https://era-swap.example|defi|2021|0.9267|1000000|904376|0x72108a8cc3254813c6be2f1b77be53e185abfdd9
ELAND|Etherland|etherland|https://etherland.example|real-world-asset|2023|0.001914|1000000000|436121498|0x33e07f5055173cf8febede8b21b12d1e2b523205
CLXY|Calaxy|calaxy|https://calaxy.example|infrastructure|2020|0.001245|1000000000|667792598|
OMMI|Ommniverse|ommniverse|https://ommniverse.example|gaming|2020|0.0001385|5978921559|5978921559|
XELS|XELS|xels|https://xels.example|payments|2020|0.008678|100000000|95041835|0x397deb686c72384fad502a81f4d7fdb89e1f1280
GAME|Gamestarter|gamestarter|https://gamestarter.example|gaming|2017|0.0009689|847846994|847846994|0xd567b5f02b9073ad3a982a099a23bf019ff11d1c
BMC|BountyMarketCap|bountymarketcap|https://bountymarketcap.example|defi|2020|0.008182|99999793|99999793|0xd945d2031b4c63c0e363304fb771f709b502dc0a
AIRI|aiRight|airight|https://airight.example|defi|2022|0.0002431|10000000000|3352246170|
INTR|Interlay|interlay|https://interlay.io|infrastructure|2020|0.02107|39349870|38522882|
ZMN|ZMINE|zmine|https://zmine.example|infrastructure|2020|0.01661|48671671|48671671|
AMP|Amp|amp|https://amptoken.org|payments|2023|0.002419|||0xfF20817765cB7f73d4bde2e66e067E58D11095C2
SNC|SunContract|suncontract|https://suncontract.org|infrastructure|2022|3.208|||0xf4134146af2d511dd5ea8cdb1c4ac88c57d60404
MNX|MinexCoin|minexcoin|https://minexcoin.example|payments|2017|0.001805|1000000000|442544928|
NFTX|NFTX|nftx|https://nftx.io|gaming|2021|0.075|21000000|10608073|0x87d73e916d7057945c9bcd8cdd94e42a6f47f776
IGU|IguVerse IGU|iguverse-igu|https://iguverse-igu.example|gaming|2021|0.00007924|||
SUIP|SuiPad|suipad|https://suipad.example|defi|2021|0.00007893|9999597387|9999597387|
MAHA|MahaDAO|mahadao|https://mahadao.com|defi|2020|0.001356|822308640|579733740|0x745407c86df8db893011912d3ab28e68b62e49b0
SHIA|Shiba Saga|shiba-saga|https://shiba-saga.example|meme|2021|0.000002234|1000000000000|350484565444|0x43d7e65b8ff49698d9550a7f315c87e67344fb59
GAMI|GAMI World|gami-world|https://gami-world.example|gaming|2023|0.001985|1000000000|392876005|
ES|Eclipse|eclipse|https://www.eclipse.xyz|smart-contract|2025|0.0005845|1389373861|1328910096|0x6055Dc6Ff1077eebe5e6D2BA1a1f53d7Ef8430dE
ZPAY|ZoidPay|zoidpay|https://zoidpay.example|payments|2021|0.01628|||
DMD|Diamond|diamond|https://diamond.example|infrastructure|2021|0.001541|500041590|500041590|
CVL|Civil Token|civil-token|https://civil-token.example|infrastructure|2016|0.0008305|924131299|924131299|0x01FA555c97D7958Fa6f771f3BbD5CCD508f81e22
GG|Reboot|reboot|https://reboot.example|infrastructure|2021|0.05779|13227730|13227730|
SAN|Santiment Network|santiment-network|https://santiment.net|infrastructure|2017|3.046|249961|249961|0x7c5a0ce9267ed19b22f8cae653f198e3e8daf098
THOL|AngelBlock|angelblock|https://angelblock.example|defi|2022|0.0004135|2000000000|1833970505|0x207e14389183a94343942de7afbc607f57460618
FUEL|Etherparty|etherparty|https://etherparty.example|infrastructure|2015|0.04981|21000000|15164094|
DAD|DAD|dad|https://dad.example|payments|2023|0.02995|100000000|25118950|0x5b322514ff727253292637d9054301600c2c81e8
YCC|Yuan Chain Coin|yuan-chain-coin|https://yuan-chain-coin.example|payments|2021|0.009811|84000000|76374867|0x37e1160184f7dd29f00b78c050bf13224780b0b0
OHM|Olympus|olympus|https://www.olympusdao.finance|infrastructure|2021|0.0545|13694079|13694079|0x64aa3364F17a4D01c6f1751Fd97C2BD3D7e7f1D5
LPNT|Luxurious Pro Network|luxurious-pro-network|https://luxurious-pro-network.example|smart-contract|2022|0.06509|21000000|11420387|0x6a4c76874e686a7d080d173987a35a9c48905583
YOSHI|Yoshi.exchange|yoshi-exchange|https://yoshi.exchange|exchange-token|2022|0.0002353|7368720595|3146581890|
PAW|PAWSWAP|pawswap|https://pawswap.example|defi|2020|0.03512|||0xdc63269ea166b70d4780b3a11f5c825c2b761b01
RDPX|Dopex Rebate|dopex-rebate|https://dopex.io|payments|2021|0.01487|84000000|49394912|0x0ff5a8451a839f5f0bb3562689d9a44089738d11
BCN|Bytecoin|bytecoin|https://bytecoin.org|privacy|2012|0.04253|||
CHAMPZ|Champignons of Arborethia|champignons-of-arborethia|https://champignons-of-arborethia.example|gaming|2020|0.01457|50011104|50011104|0x571e21a545842c6ce596663cda5caa8196ac1c7a
LCD|Lucidao|lucidao|https://lucidao.example|defi|2020|0.00007258|9999439534|9999439534|
FCON|SpaceFalcon|spacefalcon|https://spacefalcon.io|smart-contract|2021|0.001669|600348152|433114834|
MCONTENT|MContent|mcontent|https://mcontent.example|infrastructure|2020|7.153|250000|100656|0xd3c51de3e6dd9b53d7f37699afb3ee3bf9b9b3f4
RFD|Refund|refund|https://refund.example|smart-contract|2020|0.0006696|2592113313|1070971558|0x955d5c14c8d4944da1ea7836bd44d54a8ec35ba1
NEX|Nash|nash|https://nash.io|defi|2022|0.009483|238323189|75320786|0xe2dc070524a6e305ddb64d8513dc444b6a1ec845
HILO|HILO|hilo|https://hilo.example|infrastructure|2023|0.0008943|2000000000|795508317|0xbb9fd9fa4863c03c574007ff3370787b9ce65ff6
PLOT|PlotX|plotx|https://plotx.io|infrastructure|2018|0.01258|97898762|56326766|0x72F020f8f3E8fd9382705723Cd26380f8D0c66Bb
GSWAP|Gameswap|gameswap|https://gameswap.example|gaming|2023|0.0007058|999957308|999957308|0xaac41ec512808d64625576eddd580e7ea40ef8b2
DOGA|Dogami|dogami|https://dogami.com|payments|2020|0.0008846|1000000000|794664799|
XMCC|Monoeci|monoeci|https://monoeci.example|payments|2014|0.01843|100000000|37990370|
KWAI|KWAI|kwai|https://kwai.example|infrastructure|2022|0.047|21000000|14837785|
RAE|Receive Access Ecosystem|receive-access-ecosystem|https://receive-access-ecosystem.example|payments|2023|0.01466|100000000|47380671|0xe5a3229ccb22b6484594973a03a3851dcd948756
MARS4|MARS4|mars4|https://mars4.example|defi|2022|0.02616|||0x16cda4028e9e872a38acb903176719299beaed87
MIMO|Mimo Governance|mimo-governance|https://mimo-governance.example|infrastructure|2020|0.0006891|||0x90b831fa3bebf58e9744a14d638e25b4ee06f9bc
EGO|Paysenger EGO|paysenger-ego|https://paysenger-ego.example|payments|2022|0.003268|210019057|210019057|
LBT|Law Blocks|law-blocks|https://law-blocks.example|infrastructure|2023|2.734|250041|250041|
EFX|Effect Network|effect-network|https://effect.network|infrastructure|2022|4.168|163362|163362|
EDGE|Edge|edge|https://edge.network|infrastructure|2023|0.001271|1000000000|533583113|0x4ec1b60b96193a64acae44778e51f7bff2007831
NVT|NerveNetwork|nervenetwork|https://nerve.network|infrastructure|2023|0.001129|||
MEAN|Mean DAO|mean-dao|https://www.meanfi.com|defi|2020|0.06728|10000007|10000007|0x9b25889c493ae6df34ceef1ecb10d77c1ba73318
XTP|Tap|tap|https://www.withtap.com|defi|2023|0.008673|90809648|77265649|0x6368e1e18c4c419ddfc608a0bed1ccb87b9250fc
CHMB|Chumbi Valley|chumbi-valley|https://chumbi-valley.example|gaming|2021|0.01619|107863767|41226706|
DEFIT|Digital Fitness|digital-fitness|https://digital-fitness.example|infrastructure|2021|0.002969|223915989|223915989|
BLT|Blocto|blocto|https://blocto.io|smart-contract|2023|0.006735|98316785|98316785|
PRISM|Prism|prism|https://prism.ag|infrastructure|2023|4.124|159925|159925|
PLEX|PLEX|plex|https://plex.example|smart-contract|2020|0.6569|1000015|1000015|
DEEZ|DeezNuts|deeznuts|https://deeznuts.example|payments|2015|0.03476|||
LUCA|LUCA|luca|https://luca.example|infrastructure|2023|0.0006517|999997340|999997340|
BCOIN|BombCrypto|bombcrypto|https://bombcrypto.io|defi|2020|0.02407|53916610|26967529|
RTM|Raptoreum|raptoreum|https://raptoreum.com|smart-contract|2023|0.001094|701510554|590977230|
BZE|BZEdge|bzedge|https://bzedge.example|defi|2017|0.0004011|2000000000|1605485449|
SPH|Spheroid Universe|spheroid-universe|https://spheroid-universe.example|gaming|2021|0.002028|||0xa0cf46eb152656c7090e769916eb44a138aaa406
MTV|MultiVAC|multivac|https://www.mtv.ac|infrastructure|2021|0.006512|144037236|98104065|0x6226e00bcac68b0fe55583b90a1d727c14fab77f
SUB|Subsocial|subsocial|https://subsocial.network|smart-contract|2018|0.0303|21000525|21000525|
IOP|Internet of People|internet-of-people|https://internet-of-people.example|payments|2014|0.0005014|||
XFT|Offshift|offshift|https://offshift.io|privacy|2022|0.002041|1000000000|309295064|0x76bc677d444f1e9d57daf5187ee2b7dc852745ae
TZC|TrezarCoin|trezarcoin|https://trezarcoin.example|payments|2016|0.02994|21000808|21000808|
ETE|Etherempires|etherempires|https://etherempires.example|defi|2020|0.0009682|1154679646|646836754|0xd27b128dc6536309cdebf7f1aff0cb7717bc0268
SWRV|Swerve DAO Token|swerve-dao-token|https://swerve.fi|defi|2014|0.8743|1000000|713463|0xB8BAa0e4287890a5F79863aB62b7F175ceCbD433
KAN|BitKan|bitkan|https://bitkan.example|infrastructure|2021|0.1375|10000000|4518574|0x1410434b0346f5be678d0fb554e5c7ab620f8f4a
CHAIN|Chain Games|chain-games|https://chain-games.example|gaming|2019|0.0002785|2222036999|2222036999|0xc4c2614e694cf534d407ee49f8e44d125e4681c4
CHO|Choise.com|choise-com|https://choise.com|infrastructure|2021|0.001045|1149303907|589837956|0xbba39fd2935d5769116ce38d46a71bde9cf03099
PRX|Parex|parex|https://parex.example|defi|2020|0.004242|200000000|144727481|
BTCP|Bitcoin Pro|bitcoin-pro|https://bitcoin-pro.example|payments|2017|0.001401|1000000000|436471945|0x723cbfc05e2cfcc71d3d89e770d32801a5eef5ab
M87|MESSIER|messier|https://messier.example|infrastructure|2020|0.01316|||0x80122c6a83c8202ea365233363d3f4837d13e888
DOCK|Dock|dock|https://www.dock.io|payments|2017|0.02889|20998726|20998726|
MBD|MBD Financials|mbd-financials|https://mbd-financials.example|infrastructure|2022|0.06602|10000000|9152467|
PDEX|Polkadex|polkadex|https://polkadex.trade|infrastructure|2020|0.006018|100008034|100008034|0xf59ae934f6fe444afc309586cc60a84a0f89aaea
CMDX|COMDEX|comdex|https://comdex.one|smart-contract|2022|0.0009127|||
XPX|ProximaX|proximax|https://proximax.example|defi|2021|0.02937|21000000|20329667|
PAYX|Paypex|paypex|https://paypex.example|payments|2017|0.01376|80770686|43220478|
IMPT|IMPT|impt|https://impt.example|infrastructure|2023|0.006102|100000000|97075517|0x04c17b9d3b29a78f7bd062a57cf44fc633e71f85
XFUND|xFUND|xfund|https://xfund.example|defi|2021|0.0006037|1000000000|977315519|0x892a6f9df0147e5f079b0993f486f9aca3c87881
RAM|Ramses Exchange|ramses-exchange|https://www.ramses.exchange|exchange-token|2022|0.0007364|1000000000|798024798|
QMALL|Qmall|qmall|https://qmall.example|defi|2020|0.001825|482095808|320731513|0x2217e5921b7edfb4bb193a6228459974010d2198
WAM|Wam|wam|https://wam.example|smart-contract|2021|0.102|5715823|5715823|
RITE|ritestream|ritestream|https://ritestream.example|payments|2021|0.003666|299816412|158402169|
START|Startcoin|startcoin|https://startcoin.example|payments|2016|0.005784|100000012|100000012|
QUINT|Quint|quint|https://quint.example|infrastructure|2022|0.01152|50009296|50009296|
GXA|Galaxia|galaxia|https://galaxia.example|infrastructure|2020|0.05738|10000408|10000408|
MMF|MMFinance (Cronos)|mmfinance-cronos|https://mmfinance-cronos.example|defi|2023|0.0006309|1000000000|905926334|
MNTL|AssetMantle|assetmantle|https://assetmantle.example|payments|2021|0.00153|1000000000|372080818|0x2c4f1df9c7de0c59778936c9b145ff56813f3295
SOON|SoonVerse|soonverse|https://soonverse.example|gaming|2021|0.01049|63085449|54054103|0x574d22e2555cac0ce71e44778f6de2e7487ae229
SOLID|Solidly|solidly|https://solidly.com|infrastructure|2022|0.7897|1000000|715184|0x777172d858dc1599914a1c4c6c9fc48c99a60990
DOBO|DogeBonk|dogebonk|https://dogebonk.example|meme|2021|0.0000004531|1342085779132|1241541886789|
XWIN|xWIN Finance|xwin-finance|https://xwin-finance.example|defi|2023|1.944|288227|288227|
MZC|MAZA|maza|https://maza.example|defi|2018|0.07039|10000000|7928596|
VSYS|V.SYSTEMS|v-systems|https://v.systems|payments|2023|0.04891|21000000|11365426|
BRRR|Burrow|burrow|https://burrow.example|infrastructure|2020|0.002342|||
GULF|GulfCoin|gulfcoin|https://gulfcoin.example|payments|2023|0.00466|210000000|118345061|
NETT|Netswap|netswap|https://netswap.example|defi|2022|0.004492|122284901|122284901|
CLS|Coldstack|coldstack|https://coldstack.example|smart-contract|2023|0.001606|589814487|340677705|0x675bbc7514013e2073db7a919f6e4cbef576de37
MAX|Maxity|maxity|https://maxity.example|smart-contract|2017|0.0008258|673913690|659919831|0x63f7b1b538a78cb699e5399621b3d2e047c40de4
BELA|Belacoin|belacoin|https://belacoin.example|payments|2015|0.00005394|10063106193|10063106193|
UNO|Uno Re|uno-re|https://unore.io|infrastructure|2020|0.0002703|2000202786|2000202786|0x474021845c4643113458ea4414bdb7fb74a01a77
DFYN|Dfyn Network|dfyn-network|https://www.dfyn.network|infrastructure|2020|0.003464|155460264|155460264|0x9695e0114e12c0d3a3636fab5a18e6b737529023
MEDIA|Media Network|media-network|https://media.network|smart-contract|2023|0.0004033|1402762850|1329983979|0xdb726152680ece3c9291f1016f1d36f3995f6941
MEMEAI|Meme AI Coin|meme-ai-coin|https://meme-ai-coin.example|meme|2022|0.001003|||0x695d38eb4e57e0f137e36df7c1f0f2635981246b
MOBI|Mobius|mobius|https://mobius.example|defi|2020|0.002516|211504248|211504248|
DAT|Datum|datum|https://datum.example|infrastructure|2014|0.001428|1000000000|371175477|
CBX|CropBytes|cropbytes|https://cropbytes.example|defi|2021|0.001556|647549158|339293685|0x37fc4b48ce93469dbea9918468993c735049642a
KMA|Calamari Network|calamari-network|https://calamari-network.example|smart-contract|2023|0.01462|50000000|35967978|
LCR|Lucro|lucro|https://lucro.example|smart-contract|2022|0.0006047|969894668|866166889|
GPCX|Good Person Coin|good-person-coin|https://good-person-coin.example|payments|2020|0.008759|114131799|59561457|
APFC|APF coin|apf-coin|https://apf-coin.example|payments|2022|0.01509|||0x8ed955a2b7d2c3a17a9d05daca95e01818f8c11e
SAIL|Clipper SAIL|clipper-sail|https://clipper-sail.example|infrastructure|2021|0.0008869|2000000000|583582372|0xd8f1460044925d2d5c723c7054cd9247027415b7
DOGEGF|DogeGF|dogegf|https://dogegf.example|meme|2021|0.000636|1000000000|810584691|0xfb130d93e49dca13264344966a611dc79a456bc5
PART|Particl|particl|https://particl.io|privacy|2016|0.007295|160194500|70389688|
NEBO|CSP DAO Network|csp-dao-network|https://csp-dao-network.example|defi|2021|0.003723|189023934|137378972|0x7f0c8b125040f707441cad9e5ed8a8408673b455
DZOO|Degen Zoo|degen-zoo|https://degen-zoo.example|infrastructure|2020|0.005094|100007703|100007703|0xc97d6c52f3add91fa1c5287a453d7444aecbca83
STAK|STRAKS|straks|https://straks.example|infrastructure|2016|0.1624|11867621|3124536|
RAZOR|Razor Network|razor-network|https://razor-network.example|infrastructure|2022|0.001544|385225064|327343472|0x50de6856358cc35f3a9a57eaaa34bd4cb707d2cd
XMO|Monero Original|monero-original|https://monero-original.example|privacy|2014|0.0004047|1243933802|1243933802|
PNT|pNetwork|pnetwork|https://p.network|smart-contract|2021|0.0338|21000000|14835200|0x89ab32156e46f46d02ade3fecbe5fc4243b9aaed
GRV|GroveCoin|grovecoin|https://grovecoin.example|payments|2022|0.003393|210000000|147199386|0xf33893de6eb6ae9a67442e066ae9abd228f5290c
REV|Revain|revain|https://revain.org|infrastructure|2022|0.06637|22703964|7495454|0x2ef52ed7de8c5ce03a4ef0efbe9b7450f2d7edc9
MYST|Mysterium|mysterium|https://www.mysterium.network|infrastructure|2020|0.06166|21000000|8036117|0x4cf89ca06ad997bc732dc876ed2a7f26a9e7f361
SPE|SavePlanetEarth|saveplanetearth|https://saveplanetearth.example|payments|2021|0.06539|21000000|7547769|
WOZX|Efforce|efforce|https://efforce.example|infrastructure|2022|0.0009518|1000000000|516493097|0x34950ff2b487d9e5282c5ab342d08a2f712eb79f
OOKS|Onooks|onooks|https://onooks.example|smart-contract|2020|0.002448|200022675|200022675|0x69d9905b2e5f6f5433212b7f3c954433f23c1572
BLP|BullPerks|bullperks|https://bullperks.example|defi|2020|0.0003976|||
BERRY|Berry|berry|https://berry.example|infrastructure|2021|0.06518|10000000|7453110|0x2d787d4f5005bd66ac910c2e821241625c406ed5
CRPT|Crypterium|crypterium|https://crypterium.com|payments|2018|0.008765|55205301|55205301|0x08389495d7456e1951ddf7c3a1314a4bfb646d8b
EQLI|Equaliser|equaliser|https://equaliser.example|defi|2014|0.03347|14399849|14399849|
SUDO|sudoswap|sudoswap|https://sudoswap.xyz|defi|2020|0.0008618|837571322|557042381|0x3446dd70b2d52a6bf4a5a192d9b0a161295ab7f9
AIMBOT|Aimbot AI|aimbot-ai|https://aimbot-ai.example|ai|2023|0.003232|200000000|147946463|0x0c48250eb1f29491f1efbeec0261eb556f0973c7
ORT|Okratech|okratech|https://okratech.example|infrastructure|2020|0.0008614|1000000000|552907416|
REVO|Revomon|revomon|https://revomon.example|infrastructure|2022|0.5991|||
ABR|Allbridge|allbridge|https://allbridge.io|infrastructure|2022|0.0011|||0xa11bd36801d8fa4448f0ac4ea7a62e3634ce8c7c
YLD|Yield App|yield-app|https://yield.app|defi|2017|0.0958|10029546|4912885|0xF94b5C5651c888d928439aB6514B93944eEE6F48
NAP|Napoli Fan Token|napoli-fan-token|https://napoli-fan-token.example|gaming|2023|0.07369|21000000|6361733|
MATTER|Antimatter|antimatter|https://antimatter.example|defi|2014|0.002523|275861298|185075405|0x9B99CcA871Be05119B2012fd4474731dd653FEBe
INFRA|Bware|bware|https://bware.example|infrastructure|2020|0.0003192|1545682573|1457086060|0x013062189dc3dcc99e9cee714c513033b8d99e3c
GNY|GNY|gny|https://gny.example|defi|2022|0.009265|50001717|50001717|0xb1f871ae9462f1b2c6826e88a7827e76f86751d4
GGG|Good Games Guild|good-games-guild|https://good-games-guild.example|gaming|2021|0.03661|29161068|12604134|
X2Y2|X2Y2|x2y2|https://x2y2.io|infrastructure|2020|0.1148|10000000|4003625|0x1e4ede388cbc9f4b5c79681b7f94d36a11abebc9
WSI|WeSendit|wesendit|https://wesendit.example|infrastructure|2023|0.002794|200000000|163851904|
BCUBE|B-cube.ai|b-cube-ai|https://b-cube.ai|ai|2023|0.00006202|||0x93c9175e26f57d2888c7df8b470c9eea5c0b0a93
EVEAI|Eve AI|eve-ai|https://eve-ai.example|ai|2023|0.0002967|||0x05fe069626543842439ef90d9fa1633640c50cf1
PLI|Plugin|plugin|https://goplugin.co|infrastructure|2023|0.0004213|2000000000|1073829068|
DSLA|DSLA Protocol|dsla-protocol|https://dsla.network|infrastructure|2021|0.01075|41918074|41918074|0x3affcca64c2a6f4e3b6bd9c64cd2c969efd1ecbe
NAOS|NAOS Finance|naos-finance|https://naos-finance.example|defi|2020|1.858|287646|241572|0x4a615bb7166210cce20e6642a6f8fb5d4d044496
YOU|Youves YOU Governance|youves-you-governance|https://youves-you-governance.example|payments|2020|0.004939|114726499|90518526|
FOOM|Foom|foom|https://foom.example|infrastructure|2020|0.0007759|1456163825|573923885|0xd0d56273290d339aaf1417d9bfa1bb8cfe8a0933
PER|PER Project|per-project|https://per-project.example|payments|2023|0.005855|||
SOULS|The Unfettered Ecosystem|the-unfettered-ecosystem|https://the-unfettered-ecosystem.example|infrastructure|2021|0.002486|500000000|177715955|
NFTB|NFTb|nftb|https://nftb.example|gaming|2022|0.0004401|999908161|999908161|
HORD|Hord|hord|https://hord.example|infrastructure|2020|0.00137|319944745|319944745|0x43a96962254855f16b925556f9e97be436a43448
SSX|SOMESING Exchange|somesing-exchange|https://somesing-exchange.example|exchange-token|2020|0.003161|191814029|138119580|
INS|Inscribe|inscribe|https://inscribe.example|payments|2019|0.00005299|10000000000|8206730048|0xe9572938bcbf08adcee86fd12a7c0d08dc4ab841
DPET|My DeFi Pet|my-defi-pet|https://my-defi-pet.example|gaming|2023|2.462|||0xfb62ae373aca027177d1c18ee0862817f9080d08
GOVI|CVI|cvi|https://cvi.finance|infrastructure|2023|1.386|1000000|311293|0xeeaa40b28a2d1b0b08f6f97bb1dd4b75316c6107
PBR|PolkaBridge|polkabridge|https://polkabridge.example|infrastructure|2022|0.03129|21000000|13734481|0x298d492e8c1d909d3f63bc4a36c66c64acb3d695
CTI|ClinTex CTi|clintex-cti|https://clintex-cti.example|defi|2020|0.02223|29999086|19255871|0xcb8fb2438a805664cd8c3e640b85ac473da5be87
LTX|Lattice|lattice|https://lattice.example|defi|2021|0.006282|100000000|67871847|0xa393473d64d2f9f026b60b6df7859a689715d092
DREP|Drep|drep|https://www.drep.org|smart-contract|2021|0.003873|200000000|109654181|0x3ab6ed69ef663bd986ee59205ccad8a20f98b4c2
BEND|BendDAO|benddao|https://www.benddao.xyz|defi|2021|0.00846|50002020|50002020|0x0d02755a5700414b26ff040e1de35d337df56218
HST|HeadStarter|headstarter|https://headstarter.example|infrastructure|2023|0.006868|||
CMT|Comet|comet|https://comet.example|defi|2016|0.519|1529767|808651|
FCT|Factom|factom|https://www.factomprotocol.org|infrastructure|2015|0.0008361|499983992|499983992|
RGT|Rari Governance|rari-governance|https://rari.capital|infrastructure|2023|0.1264|10000000|3294223|0xd291e7a03283640fdc51b121ac401383a46cc623
AE|Aeternity|aeternity|https://aeternity.com|payments|2017|0.01975|20999976|20999976|0x5CA9a71B1d01849C0a95490Cc00559717fCF0D1d
CNC|Conic|conic|https://conic.finance|smart-contract|2021|0.00006211|10839112331|6651358374|0x9ae380f0272e2162340a5bb646c354271c0f5cfc
XKI|KI|ki|https://ki.example|infrastructure|2020|0.03944|21000000|10433285|
SPHERE|Sphere Finance|sphere-finance|https://sphere-finance.example|defi|2021|0.6684|613208|613208|
BSD|BitSend|bitsend|https://bitsend.example|infrastructure|2015|0.006272|||
KIBSHI|KiboShib|kiboshib|https://kiboshib.example|meme|2020|0.000981|613336823|414522438|0x02e7f808990638e9e67e1f00313037ede2362361
PEEL|Meta Apes PEEL|meta-apes-peel|https://meta-apes-peel.example|payments|2023|0.02013|21000000|20121478|
LCC|Litecoin Cash|litecoin-cash|https://litecoin-cash.example|payments|2021|0.002062|210000000|195659858|
NEER|MNet Pioneer|mnet-pioneer|https://mnet-pioneer.example|smart-contract|2023|1.979|203063|203063|
CGG|Chain Guardians|chain-guardians|https://chain-guardians.example|smart-contract|2021|0.005568|71889426|71889426|0x1fe24f25b1cf609b9c4e7e12d802e3640dfa5e43
METFI|MetFi|metfi|https://metfi.example|defi|2021|0.005521|200000000|72216029|
KINE|Kine Protocol|kine-protocol|https://kine-protocol.example|infrastructure|2022|0.0626|||0xcbfef8fdd706cde6f208460f2bf39aa9c785f05d
FEVR|RealFevr|realfevr|https://realfevr.example|real-world-asset|2020|0.01448|28661088|27318534|0x9fb83c0635de2e815fd1c21b3a292277540c2e8d
BTDX|Bitcloud|bitcloud|https://bitcloud.example|infrastructure|2014|0.001282|1000000000|307344474|
GORILLA|Gorilla|gorilla|https://gorilla.example|infrastructure|2023|2.433|250000|161309|0x33c04bed4533e31f2afb8ac4a61a48eda38c4fa0
DXP|Dexpools|dexpools|https://dexpools.example|defi|2023|0.6051|929044|646043|0x88aa4a6c5050b9a1b2aa7e34d0582025ca6ab745
IGNIS|Ignis|ignis|https://ignis.example|payments|2017|0.00494|100000000|78822407|
SAVG|SAVAGE|savage|https://savage.example|infrastructure|2022|0.5626|1000000|689390|
DSRUN|Derby Stars RUN|derby-stars-run|https://derby-stars-run.example|payments|2022|0.0004683|1106116320|824951807|
LVL|Level|level|https://level.example|smart-contract|2020|0.003848|100001360|100001360|
BTCMT|Minto|minto|https://minto.example|payments|2020|0.0004903|905813151|781749180|
NHT|Neighbourhoods|neighbourhoods|https://neighbourhoods.example|infrastructure|2021|0.02125|30865378|17966309|0x84342e932797fc62814189f01f0fb05f52519708
VRSW|VirtuSwap|virtuswap|https://virtuswap.example|defi|2023|0.003803|99995416|99995416|0x99a01a4d6a4d621094983050d9a2f10b2912e53d
PUNGO|Pungo Token|pungo-token|https://pungo-token.example|infrastructure|2015|0.001551|||
FWB|Friends With Benefits Pro|friends-with-benefits-pro|https://friends-with-benefits-pro.example|infrastructure|2021|0.009928|112959778|38003380|0x35bd01fc9d6d5d81ca9e055db88dc49aa2c699a8
ITP|Interport Token|interport-token|https://interport-token.example|infrastructure|2020|4.175|152917|90015.33|0x2b1d36f5b61addaf7da7ebbd11b35fd8cfb0de31
STRP|Strips Finance|strips-finance|https://strips-finance.example|defi|2021|0.03883|21000000|9640392|0x97872eafd79940c7b24f7bcc1eadb1457347adc9
WLKN|Walken|walken|https://walken.example|payments|2023|0.003729|99990540|99990540|
EGG|Eggdog|eggdog|https://eggdog.example|infrastructure|2022|0.008605|119405599|43160828|
WEFI|Wefi Finance|wefi-finance|https://wefi-finance.example|defi|2021|0.0006873|557329024|538249668|0xffa188493c15dfaf2c206c97d8633377847b6a52
BSGG|Betswap.gg|betswap-gg|https://betswap-gg.example|defi|2021|0.006718|61715674|54850388|0xda16cf041e2780618c49dbae5d734b89a6bac9b3
UW3S|Utility Web3Shot|utility-web3shot|https://utility-web3shot.example|infrastructure|2023|0.007063|||
CNG|CoinNavigator|coinnavigator|https://coinnavigator.example|defi|2021|0.005945|69143766|61496076|
HIPP|El Hippo|el-hippo|https://el-hippo.example|payments|2023|0.00004331|10000000000|8408161363|0x7b744eea1deca2f1b7b31f15ba036fa1759452d7
BSX|Basilisk|basilisk|https://basilisk.example|infrastructure|2023|0.3106|1167825|1167825|
VTC|Vertcoin|vertcoin|https://vertcoin.example|payments|2017|0.0001076|7889528553|3357818666|
POLK|Polkamarkets|polkamarkets|https://polkamarkets.example|defi|2023|0.03367|13921682|10688499|0xd478161c952357f05f0292b56012cd8457f1cfbf
SILK|Silk|silk|https://silk.example|defi|2021|0.003985|184970110|89954307|
FLX|Reflexer Ungovernance Token|reflexer-ungovernance-token|https://reflexer.finance|defi|2021|0.000479|1000000000|745427390|0x6243d8CEA23066d098a15582d81a598b4e8391F4
CHAT|ChatCoin|chatcoin|https://www.openchat.co|infrastructure|2018|0.023|||
RIN|Aldrin|aldrin|https://rin.aldrin.com|infrastructure|2020|2.574|231575|137630|
POT|Potcoin|potcoin|https://www.potcoin.com|payments|2014|0.007805|110115408|45210613|
XAS|Asch|asch|https://asch.io|defi|2018|0.006492|100000000|54140948|
RYO|Ryo Currency|ryo-currency|https://ryo-currency.com|privacy|2016|0.006518|120000000|53713220|
BOSON|Boson Token|boson-token|https://www.bosonprotocol.io|smart-contract|2015|0.0001368|2913332978|2549181451|0xC477D038d5420C6A9e0b031712f61c5120090de9
WICC|WaykiChain|waykichain|https://www.waykichain.com|infrastructure|2018|0.01678|21000000|20700761|
PERL|Perlin|perlin|https://perl.eco|infrastructure|2014|0.001216|284535356|284535356|0xeca82185adCE47f39c684352B0439f030f860318
ZAP|Zap|zap|https://zap.org|payments|2022|0.00002852|12084034510|12084034510|0x6781a0f84c7e9e846dcb84a9a5bd49333067b104
HT|HOTTO|hotto|https://hotto.example|payments|2018|0.000301|1140477621|1140477621|
DXL|Dexlab|dexlab|https://www.dexlab.space|defi|2023|0.0005697|2030239032|600204090|
TAU|Lamden|lamden|https://lamden.io|defi|2014|0.0006812|499991426|499991426|
SMART|SmartCash|smartcash|https://smartcash.cc|payments|2016|0.000054|10000000000|6282544653|
WOOF|WOOF|woof|https://woofsolana.com|payments|2023|0.008156|||
ONE|Menlo One|menlo-one|https://www.menlo.one|infrastructure|2018|0.0006556|||0x4D807509aECe24C0fa5A102b6a3B059Ec6E14392
IDNA|Idena|idena|https://idena.io|infrastructure|2021|0.000266|2225155513|1260447818|
JNT|Jibrel Network|jibrel-network|https://jibrel.network|smart-contract|2015|0.0001538|2482543520|2171414833|
MAPS|MAPS|maps|https://maps.me|defi|2021|0.01858|44894413|17903839|
CHEEMS|Cheems|cheems|https://cheems.co|meme|2023|0.000001203|420690000000|275434998840|
IDLE|IDLE|idle|https://idle.finance|smart-contract|2021|0.01023|100000000|32262804|0x875773784af8135ea0ef43b5a374aad105c5d39e
GRAV|Graviton|graviton|https://graviton.one|smart-contract|2020|0.0002365|1390079699|1390079699|
DGD|DigixDAO|digixdao|https://digix.global|real-world-asset|2016|0.03512|10000000|9324157|
SOUL|CryptoSoul|cryptosoul|https://cryptosoul.example|gaming|2018|0.0001375|2372218674|2372218674|0xBb1f24C0c1554b9990222f036b0AaD6Ee4CAec29
ELK|Elk Finance|elk-finance|https://elk.finance|defi|2020|0.0007563|1000000000|429592592|0xeeeeeb57642040be42185f49c52f7e9b38f8eeee
VRSC|VerusCoin|veruscoin|https://verus.io|payments|2014|0.01147|31371761|28215065|
PAL|Paladin|paladin|https://paladin.vote|infrastructure|2020|0.0103|50000000|31296873|0xab846fb6c81370327e784ae7cbb6d6a6af6ff4bf
DAFI|Dafi Protocol|dafi-protocol|https://www.dafiprotocol.io|defi|2022|0.003632|122198626|88406898|0xfc979087305a826c2b2a0056cfaba50aad3e6439
LIT|Litentry|litentry|https://www.litentry.com|infrastructure|2021|0.3556|||0xb59490ab09a0f526cc7305822ac65f2ab12f9723
TOMO|TomoChain|tomochain|https://tomochain.com|smart-contract|2018|0.0004221|917556797|754752642|
MOVE|BlueMove|bluemove|https://bluemove.net|gaming|2022|0.0001968|2000000000|1612460476|
SERO|SERO|sero|https://sero.cash|infrastructure|2020|0.0001041|5661223151|3036391307|
NAS|Nebulas|nebulas|https://nebulas.io|payments|2017|0.004136|84000000|76124132|
TULIP|Tulip Protocol|tulip-protocol|https://tulip.garden|infrastructure|2020|0.0001568|2000098384|2000098384|
VIA|Viacoin|viacoin|https://viacoin.org|payments|2014|0.003004|136512283|103990135|
STRONG|Strong|strong|https://strongblock.com|infrastructure|2020|0.01482|20996100|20996100|0x990f341946a3fdb507ae7e52d17851b87168017c
MONA|Monavale|monavale|https://monavale.com|infrastructure|2016|0.000155|1999631765|1999631765|0x275f5ad03be0fa221b4c6649b8aee09a42d9412a
MUSIC|Musicoin|musicoin|https://www.musicoin.org|infrastructure|2017|0.0001305|8599396802|2365735673|
COPE|Cope|cope|https://www.unlimitedcope.com|infrastructure|2023|0.00003075|10000615569|10000615569|0xD8E163967FED76806Df0097B704bA721B9b37656
YAM|YAM|yam|https://yam.finance|payments|2020|0.001541|210000000|198776232|0x0aacfbec6a24756c20d41914f2caba817c0d8521
ETP|Metaverse ETP|metaverse-etp|https://mvs.org|gaming|2017|0.000898|1000000000|339770848|
HBOT|Hummingbot|hummingbot|https://hummingbot.org|ai|2022|0.00003039|10000626930|10000626930|0xe5097d9baeafb89f9bcb78c9290d545db5f9e9cb
SALT|SALT|salt|https://saltlending.com|defi|2017|0.0002028|1492744804|1492744804|0x4156d3342d5c385a87d264f90653733592000581
TAROT|Tarot V1|tarot-v1|https://www.tarot.to|infrastructure|2021|0.004987|60465808|60465808|0x837d904a3799c0769079be9ecbaddf1abd4ccd6e
ACT|Achain|achain|https://www.achain.com|smart-contract|2017|1.784|311750|168364|
EMC|EmerCoin|emercoin|https://emercoin.com|payments|2016|0.0003118|1000000000|959543986|
XMY|Myriad|myriad|https://myriadcoin.org|infrastructure|2014|0.000298|||
ZCL|Zclassic|zclassic|https://zclassic.org|privacy|2016|0.0004424|||
CND|Cindicator|cindicator|https://cindicator.com|infrastructure|2018|0.00386|100000000|76602373|0xd4c435f5b09f855c3317c8524cb1f586e42795fa
O3|O3 Swap|o3-swap|https://o3swap.com|defi|2021|2.608|186801|112932|0xee9801669c6138e84bd50deb500827b776777d28
TETU|TETU|tetu|https://tetu.io|defi|2022|0.03854|10000000|7612210|
PORTX|ChainPort|chainport|https://www.chainport.io|infrastructure|2021|0.0001461|2000179136|2000179136|0x104f3152d8ebfc3f679392977356962ff36566ac
OLT|OneLedger|oneledger|https://oneledger.io|payments|2022|0.0003748|1041902299|776633796|0x64a60493d888728cf42616e034a0dfeae38efcf0
BIT|Biconomy Exchange Token|biconomy-exchange-token|https://biconomy.com|exchange-token|2023|0.0009694|1000000000|299095395|
RDN|Raiden Network|raiden-network|https://raiden.network|infrastructure|2017|0.5455|1000000|529438|0x255aa6df07540cb5d3d297f0d0d4d84cb52bc8e6
COLLAB|Collab.Land|collab-land|https://collab.land|real-world-asset|2021|0.01053|||
RCN|Ripio Credit Network|ripio-credit-network|https://ripio.com|real-world-asset|2017|0.000342|1549404168|837872539|0xf970b8e36e23f7fc3fd752eea86f8be8d83375a6
MTA|mStable Governance: Meta|mstable-governance-meta|https://mstable.org|defi|2020|0.0005709|499967021|499967021|0xa3bed4e1c75d00fa6f4e5e6922db7261b5e9acd2
MOD|Modefi|modefi|https://modefi.example|defi|2017|0.00003744|10373627631|7593867490|0xea1ea0972fa092dd463f2968f9bb51cc4c981d71
SLR|Solarcoin|solarcoin|https://solarcoin.org|payments|2014|0.005255|102263288|53891926|0x4e9e4ab99cfc14b852f552f5fb3aa68617825b6c
BURST|Burst|burst|https://www.burst-coin.org|infrastructure|2014|0.001056|921700289|267134629|
NXT|NXT|nxt|https://www.jelurida.com/nxt|smart-contract|2013|0.0002119|||
INX|INX Token|inx-token|https://www.inx.co|exchange-token|2020|0.002985|100000000|93766021|0xBBC7f7A6AADAc103769C66CBC69AB720f7F9Eae3
DOG|The Doge NFT|the-doge-nft|https://ownthedoge.com|meme|2021|0.0000001717|4206900000000|1623743992027|0xbaac2b4491727d78d2b78815144570b9f2fe8899
PPT|Populous|populous|https://populous.world|infrastructure|2015|0.006484|50000000|42829499|0xd4fa1460f537bb9085d22c7bccb5dd450ef28e3a
TOP|TOP Network|top-network|https://www.topnetwork.org|infrastructure|2020|0.816|354772|338996|0xdcd85914b8ae28c1e62f1c488e1d968d5aaffe2b
FTC|Feathercoin|feathercoin|https://feathercoin.com|payments|2013|0.003665|||
AVL|Aston Villa Fan Token|aston-villa-fan-token|https://aston-villa-fan-token.example|gaming|2023|0.0006773|||
XUC|Exchange Union|exchange-union|https://www.exchangeunion.com|exchange-token|2014|1.342|250000|203717|
AMB|Ambrosus|ambrosus|https://ambrosus.io|infrastructure|2015|0.008566|31790720|31790720|
ZTG|Zeitgeist|zeitgeist|https://zeitgeist.pm|defi|2020|0.0001485|5696609029|1826630976|
AMP|HyperSpace (Synereo)|hyperspace-synereo|https://synereo.com|infrastructure|2015|0.0003815|1000000000|708241997|
PAY|TenX|tenx|https://tenx.tech|payments|2017|0.00002608|||0xb97048628db6b661d4c2aa833e95dbe1a905b280
ONION|DeepOnion|deeponion|https://deeponion.org|privacy|2022|0.0002681|999948511|999948511|
PLR|Pillar|pillar|https://www.pillar.fi|defi|2017|0.2748|1000000|971756|0xe3818504c1b32bf1557b16c238b2e01fd3149c17
CLOAK|Cloakcoin|cloakcoin|https://www.cloakcoin.com|privacy|2017|0.0008074|||
XDN|DigitalNote|digitalnote|https://digitalnote.org|privacy|2017|0.002611|148211945|101476571|
ENG|Enigma|enigma|https://enigma.co|infrastructure|2018|0.0004192|1492675087|629580128|0xf0ee6b27b759c9893ce4f094b49ad28fd15a23e4
ETI|Etica|etica|https://www.eticaprotocol.org|infrastructure|2022|0.0004714|1000000000|557676636|
NGM|e-Money|e-money|https://e-money.com|payments|2023|0.003117|84010792|84010792|0xed0d5747a9ab03a75fbfec3228cd55848245b75d
DEC|Decentr|decentr|https://decentr.net|defi|2021|0.0002847|1356806056|916187549|0x30f271c9e86d2b7d00a6376cd96a1cfbd5f0b9b3
NXS|Nexus|nexus|https://nexus.io|infrastructure|2016|0.00002598|10000754994|10000754994|
FJC|Fujicoin|fujicoin|https://www.fujicoin.org|payments|2018|0.001232|210068736|210068736|
WGR|Wagerr|wagerr|https://wagerr.com|infrastructure|2016|0.05259|||
UBQ|Ubiq|ubiq|https://ubiqsmart.com|infrastructure|2017|1.027|250036|250036|
POP|Popcorn|popcorn|https://popcorn.network|infrastructure|2023|0.5516|672114|463713|0xd0cd466b34a24fcb2f87676278af2005ca8a78c4
FOREX|handle.fi|handle-fi|https://handle.fi|defi|2021|0.0002548|999941550|999941550|0xdb298285fe4c5410b05390ca80e8fbe9de1f259b
ROOK|Rook|rook|https://www.rook.fi|defi|2020|0.412|1270000|618000|0xfa5047c9c78b8877af97bdcb85db743fd7313d4a
RISE|Rise|rise|https://rise.vision|smart-contract|2016|0.001229|206501359|206501359|
2GIVE|2Give|2give|https://2give.info|defi|2017|0.0004368|1000000000|578752711|
HPB|High Performance Blockchain|high-performance-blockchain|https://hpb.io|infrastructure|2016|0.2941|1372714|856213|
BIT|BitDAO|bitdao|https://www.bitdao.io|defi|2021|0.003919|142183305|64003317|0x1A4b46696b2bB4794Eb3D4c26f1c55F9170fa4C5
LKK|Lykke|lykke|https://www.lykke.com|exchange-token|2015|0.00006254|10000000000|3995039508|
NMC|Namecoin|namecoin|https://www.namecoin.org|infrastructure|2011|0.0003779|||
BRD|Bread|bread|https://brd.com|smart-contract|2016|0.00003398|12791406421|7295554946|
OK|OKCash|okcash|https://okcash.org|payments|2017|0.03166|21000000|7799600|
BIX|Bibox Token|bibox-token|https://www.bibox.com|exchange-token|2016|0.0004533|1000000000|542624236|
POA|POA Network|poa-network|https://www.poa.network|infrastructure|2014|0.01309|18717465|18717465|
MET|Metronome|metronome|https://metronome.io|payments|2018|0.001875|143953402|130162919|0x2ebd53d035150f328bd754d6dc66b99b0edb89aa
NLG|Gulden|gulden|https://gulden.com|payments|2014|0.000345|||
SIN|SINOVATE|sinovate|https://sinovate.io|infrastructure|2018|0.004843|50000941|50000941|
CAT|BitClave|bitclave|https://www.bitclave.com|infrastructure|2017|0.0005742|641243692|420079674|0x1234567461d3f8Db7496581774Bd869C83D51c93
TRTL|TurtleCoin|turtlecoin|https://turtlecoin.lol|privacy|2015|0.00895|26845664|26845664|
ACS|Access Protocol|access-protocol|https://accessprotocol.co|infrastructure|2020|0.003531|200000000|67780052|
DPX|Dopex|dopex|https://dopex.io|defi|2022|0.02803|10000000|8505093|0xeec2be5c91ae7f8a338e1e5f3b5de49d07afdc81
G|Gravity|gravity|https://gravity.xyz|defi|2020|0.3707|1000000|640593|0x9C7BEBa8F6eF6643aBd725e45a4E8387eF260649
UTK|xMoney|xmoney|https://utrust.com|payments|2019|0.0006082|1000000000|388920799|0xdc9ac3c20d1ed0b540df9b1fedc10039df13f99c
VARA|Vara|vara|https://vara.network|defi|2021|0.002356|100008100|100008100|
SWELL|Swell|swell|https://www.swellnetwork.io|smart-contract|2024|0.01118|20992862|20992862|0x0a6e7ba5042b38349e437ec6db6214aec7b35676
PEAQ|peaq|peaq|https://www.peaq.xyz|infrastructure|2024|0.02338|9999356|9999356|0x408480574c803D05a0244b479c5020a97f546c51
MINIMA|Minima|minima|https://www.minima.global|smart-contract|2020|0.009208|71920152|25290327|0x669c01CAF0eDcaD7c2b8Dc771474aD937A7CA4AF
HNS|Handshake|handshake|https://handshake.org|infrastructure|2020|0.0003214|||
UPTICK|Uptick|uptick|https://uptick.network|infrastructure|2023|0.008955|25802448|25802448|
PLS|Pulsechain|pulsechain|https://pulsechain.com|smart-contract|2023|0.0007207|864881275|319356329|
GVT|Genesis Vision|genesis-vision|https://genesis.vision|payments|2014|0.00009075|6299779787|2526312469|
ATH|AthenaDAO|athenadao|https://athenadao.example|infrastructure|2023|0.001836|410471198|124384075|0xa4ffdf3208f46898ce063e25c1c43056fa754739
FOLD|Interfold|interfold|https://interfold.example|infrastructure|2025|0.0001737|1309608575|1309608575|0xE172e9B6cfBeeB5593bDcE3f077356FDb33af904
RIC|Riecoin|riecoin|https://riecoin.xyz|payments|2018|0.005782|61197895|39189274|
OMNI|Omni|omni|https://www.omnilayer.org|infrastructure|2013|0.3677|||
BTCZ|BitcoinZ|bitcoinz|https://btcz.rocks|payments|2018|0.001071|209924982|209924982|
MOD|Modum|modum|https://modum.io|infrastructure|2017|0.0001013|6443381884|2210794918|0x957c30aB0426e0C93CD8241E2c60392d08c6aC8e
LBC|LBRY Credits|lbry-credits|https://lbry.com|real-world-asset|2016|0.007905|57983878|28220223|
AION|Aion|aion|https://theoan.com|payments|2017|0.0003254|1000000000|682887712|
KRB|Karbo|karbo|https://karbo.org|privacy|2014|0.0006024|1000000000|367440073|
CS|CREDITS|credits|https://credits.com|real-world-asset|2018|0.0001544|1428002376|1428002376|
RHOC|RChain|rchain|https://rchain.coop|infrastructure|2015|0.0001427|1539065512|1539065512|
LAYER|UniLayer|unilayer|https://unilayer.app|defi|2020|0.001097|500000000|199424914|0x0ff6ffcfda92c53f615a4a75d982f399c989366b
VRC|VeriCoin|vericoin|https://www.vericonomy.com|payments|2014|0.0002179|1000078020|1000078020|
ATM|ATMChain|atmchain|https://atmchain.example|payments|2017|0.0033|100000000|65778256|
FAIR|Faircoin|faircoin|https://fair-coin.org|payments|2017|0.0000245|8825422306|8825422306|
CLAM|Clams|clams|https://clamcoin.org|infrastructure|2014|2.09|250000|103053|
EMC2|Einsteinium|einsteinium|https://www.emc2.foundation|defi|2014|0.001729|160975795|124084487|
FLO|FLO|flo|https://flo.cash|infrastructure|2015|0.01138|50000000|18779146|
SUMO|Sumokoin|sumokoin|https://www.sumokoin.org|privacy|2014|0.0002129|999880630|999880630|
HTML|HTMLCOIN|htmlcoin|https://htmlcoin.com|payments|2016|0.003579|59247216|59247216|
SPACE|Spacelens|spacelens|https://spacelens.example|infrastructure|2020|0.001088|||0xcc7ab8d78dBA187dC95bF3bB86e65E0C26d0041f
EXP|Expanse|expanse|https://expanse.tech|defi|2015|0.0002767|1000000000|760383124|
AEON|Aeon|aeon|https://aeon.cash|privacy|2014|0.0101|21000000|20750397|
COLX|ColossusXT|colossusxt|https://colossusxt.io|payments|2015|0.01101|25554579|18961240|
PASC|Pascalcoin|pascalcoin|https://www.pascalcoin.org|payments|2014|0.0003558|724624206|584459561|
SRN|Sirin Labs Token|sirin-labs-token|https://sirinlabs.com|infrastructure|2017|0.000144|1438481880|1438481880|
BAY|BitBay|bitbay|https://bitbay.market|infrastructure|2017|0.000104|2393854439|1983992983|
XPM|Primecoin|primecoin|https://primecoin.io|payments|2013|0.0002442|906461965|841655765|
NEBL|Neblio|neblio|https://nebl.io|defi|2015|0.003331|100000000|61462798|
EDO|Eidoo|eidoo|https://eidoo.io|infrastructure|2017|0.006684|49922206|30511069|
BLK|BlackCoin|blackcoin|https://blackcoin.org|payments|2014|0.0009673|210009862|210009862|
BTX|Bitcore|bitcore|https://bitcore.cc|infrastructure|2014|0.000502|500000000|403092093|
WPR|WePower|wepower|https://wepower.com|defi|2017|0.000367|1000000000|549223560|
BOS|BOScoin|boscoin|https://boscoin.io|payments|2016|0.002742|101635506|73224279|
POLIS|Polis|polis|https://www.polispay.org|infrastructure|2015|0.007159|100000000|27936863|
`;
