// Derivatives of the simulated market.
//
// A row is a family of contracts of one exchange: how the exchange names them, the asset that they are quoted in, what
// they settle in, what a contract is valued in, what an option's premium is paid in, how many weekly, monthly and
// quarterly expiries stand at a time, and the USD that a usual day sees in the first base, in millions. Bases are
// slug:contract value:price step; a base whose market the world lacks is left out. Names, contract values, price steps
// and expiries are those of the real exchanges; volumes are plausible starting points of a simulation.
//
// In names: {B} symbol, {yymmdd} 261225, {dMMMyy} 25DEC26 (no leading zero), {ddMMMyyyy} 25DEC2026, {code} Z26,
// {strike} 2.5, {dstrike} 2d5, {C} C or P, {Call} Call or Put.
export const DERIVATIVE_PRODUCTS = `
exchange|type|name|quote|settles|valued|priced|expiries|usd|bases
Binance|perpetuals|{B}USDT|tether-usdt|quote|base|quote||22000|bitcoin:1:0.1,ethereum:1:0.01,solana:1:0.01,xrp:1:0.0001,dogecoin:1:0.00001,bnb-chain-native-token:1:0.01,cardano:1:0.0001,chainlink:1:0.001,avalanche:1:0.001,litecoin:1:0.01,sui:1:0.0001,bitcoin-cash:1:0.01,tronix:1:0.00001,polkadot:1:0.001,hyperliquid:1:0.001,toncoin:1:0.0001,uniswap-governance-token:1:0.001,aave:1:0.01,stellar:1:0.00001,zcash:1:0.01,near:1:0.001,hedera-hashgraph:1:0.00001,bittensor:1:0.01,ethereum-classic:1:0.001,aptos:1:0.0001
Binance|perpetuals|{B}USD_PERP|united-states-dollar|base|quote|quote||900|bitcoin:100:0.1,ethereum:10:0.01,solana:10:0.01,xrp:10:0.0001,dogecoin:10:0.00001,bnb-chain-native-token:10:0.01,litecoin:10:0.01,cardano:10:0.0001,chainlink:10:0.001,polkadot:10:0.001,eos:10:0.001
Binance|futures|{B}USDT_{yymmdd}|tether-usdt|quote|base|quote|2q|320|bitcoin:1:0.1,ethereum:1:0.01
Binance|futures|{B}USD_{yymmdd}|united-states-dollar|base|quote|quote|2q|180|bitcoin:100:0.1,ethereum:10:0.01,xrp:10:0.0001,bnb-chain-native-token:10:0.01,litecoin:10:0.01,cardano:10:0.0001,chainlink:10:0.001,polkadot:10:0.001
Binance|options|{B}-{yymmdd}-{strike}-{C}|tether-usdt|quote|base|quote|3w 2m 3q|380|bitcoin:1:5,ethereum:1:0.2,solana:1:0.01,bnb-chain-native-token:1:0.1
BitMEX|perpetuals|{B}USD|united-states-dollar|base|quote|quote||520|bitcoin:1:0.1
BitMEX|perpetuals|{B}USDT|tether-usdt|quote|base|quote||140|bitcoin:0.000001:0.1,ethereum:0.00001:0.01,solana:0.0001:0.01,xrp:0.01:0.0001,litecoin:0.0001:0.01,dogecoin:0.1:0.00001,chainlink:0.001:0.001,bnb-chain-native-token:0.0001:0.01
BitMEX|futures|{B}{code}|united-states-dollar|base|quote|quote|2q|45|bitcoin:1:0.5
BitMEX|futures|{B}{code}|bitcoin|quote|base|quote|2q|6|ethereum:1:0.00001,xrp:1:0.00000001
BitMEX|futures|{B}USDT{code}|tether-usdt|quote|base|quote|2q|12|bitcoin:0.000001:0.5,ethereum:0.00001:0.05
Bybit|perpetuals|{B}USDT|tether-usdt|quote|base|quote||9000|bitcoin:1:0.1,ethereum:1:0.01,solana:1:0.01,xrp:1:0.0001,dogecoin:1:0.00001,cardano:1:0.0001,hyperliquid:1:0.001,litecoin:1:0.01,chainlink:1:0.001,avalanche:1:0.001,sui:1:0.0001,bnb-chain-native-token:1:0.1,bitcoin-cash:1:0.1,tronix:1:0.00001,toncoin:1:0.0001,polkadot:1:0.0001,uniswap-governance-token:1:0.001,eos:1:0.0001,aave:1:0.01,stellar:1:0.00001,mantle:1:0.0001,zcash:1:0.01
Bybit|perpetuals|{B}USD|united-states-dollar|base|quote|quote||420|bitcoin:1:0.1,ethereum:1:0.01,xrp:1:0.0001,solana:1:0.001,dogecoin:1:0.00001,litecoin:1:0.01,cardano:1:0.0001,polkadot:1:0.001,eos:1:0.0001
Bybit|perpetuals|{B}PERP|usd-coin-centre|quote|base|quote||160|bitcoin:1:0.1,ethereum:1:0.01,solana:1:0.01,xrp:1:0.0001
Bybit|futures|{B}USD{code}|united-states-dollar|base|quote|quote|2q|60|bitcoin:1:0.5,ethereum:1:0.05
Bybit|futures|{B}-{dMMMyy}|usd-coin-centre|quote|base|quote|3w 2m 3q|50|bitcoin:1:0.5,ethereum:1:0.05
Bybit|options|{B}-{dMMMyy}-{strike}-{C}|usd-coin-centre|quote|base|quote|3w 2m 3q|260|bitcoin:1:5,ethereum:1:0.1,solana:1:0.01
Deribit|perpetuals|{B}-PERPETUAL|united-states-dollar|base|quote|quote||780|bitcoin:10:0.5,ethereum:1:0.05
Deribit|perpetuals|{B}_USDC-PERPETUAL|usd-coin-centre|quote|base|quote||90|bitcoin:0.0001:0.5,ethereum:0.001:0.05,solana:0.1:0.01,xrp:1:0.0001,dogecoin:100:0.00001,avalanche:0.1:0.001,litecoin:0.1:0.01
Deribit|perpetuals|{B}_USDT-PERPETUAL|tether-usdt|quote|base|quote||20|bitcoin:0.001:0.5,ethereum:0.01:0.05
Deribit|futures|{B}-{dMMMyy}|united-states-dollar|base|quote|quote|2w 2m 4q|220|bitcoin:10:2.5,ethereum:1:0.25
Deribit|options|{B}-{dMMMyy}-{strike}-{C}|united-states-dollar|base|base|base|3w 2m 4q|1900|bitcoin:1:0.0001,ethereum:1:0.0001
Deribit|options|{B}_USDC-{dMMMyy}-{dstrike}-{C}|usd-coin-centre|quote|base|quote|3w 2m 2q|30|solana:10:0.01,xrp:1000:0.0001
Kraken|perpetuals|PF_{B}USD|united-states-dollar|quote|base|quote||600|bitcoin:1:1,ethereum:1:0.1,solana:1:0.01,xrp:1:0.0001,dogecoin:1:0.000001,cardano:1:0.00001,litecoin:1:0.01,chainlink:1:0.001,bitcoin-cash:1:0.01,polkadot:1:0.001,avalanche:1:0.001,sui:1:0.0001,tronix:1:0.00001,uniswap-governance-token:1:0.001,aave:1:0.01,stellar:1:0.00001,hedera-hashgraph:1:0.00001,toncoin:1:0.0001,zcash:1:0.01,pepe:1:0.0000000001
Kraken|perpetuals|PI_{B}USD|united-states-dollar|base|quote|quote||60|bitcoin:1:0.5,ethereum:1:0.05,xrp:1:0.0001,litecoin:1:0.01,bitcoin-cash:1:0.1
Kraken|futures|FI_{B}USD_{yymmdd}|united-states-dollar|base|quote|quote|2m 2q|24|bitcoin:1:0.5,ethereum:1:0.1,xrp:1:0.0001,litecoin:1:0.01,bitcoin-cash:1:0.1
Kraken|futures|FF_{B}USD_{yymmdd}|united-states-dollar|quote|base|quote|2m 2q|9|bitcoin:1:1,ethereum:1:0.1
LedgerX|options|{B}-Mini-{ddMMMyyyy}-{strike}-{Call}|united-states-dollar|base|base|quote|2w 2m 3q|3|bitcoin:0.01:1,ethereum:0.1:1
OKX|perpetuals|{B}-USDT-SWAP|tether-usdt|quote|base|quote||11000|bitcoin:0.01:0.1,ethereum:0.1:0.01,solana:1:0.01,xrp:100:0.0001,dogecoin:1000:0.00001,litecoin:1:0.01,cardano:100:0.0001,bitcoin-cash:0.1:0.1,chainlink:1:0.001,avalanche:1:0.001,tronix:1000:0.00001,polkadot:1:0.001,sui:1:0.0001,bnb-chain-native-token:0.01:0.1,toncoin:1:0.0001,uniswap-governance-token:1:0.001,aave:0.1:0.01,stellar:100:0.00001,okb:0.01:0.001,near:10:0.001,hedera-hashgraph:100:0.00001,hyperliquid:0.1:0.001
OKX|perpetuals|{B}-USD-SWAP|united-states-dollar|base|quote|quote||700|bitcoin:100:0.1,ethereum:10:0.01,solana:10:0.01,xrp:10:0.0001,litecoin:10:0.01,dogecoin:10:0.00001,eos:10:0.001,cardano:10:0.0001,polkadot:10:0.001
OKX|futures|{B}-USD-{yymmdd}|united-states-dollar|base|quote|quote|2w 2m 2q|180|bitcoin:100:0.1,ethereum:10:0.01,xrp:10:0.0001,solana:10:0.01,litecoin:10:0.01
OKX|futures|{B}-USDT-{yymmdd}|tether-usdt|quote|base|quote|2w 2m 2q|140|bitcoin:0.01:0.1,ethereum:0.1:0.01
OKX|options|{B}-USD-{yymmdd}-{strike}-{C}|united-states-dollar|base|base|base|3w 2m 3q|240|bitcoin:0.01:0.0001,ethereum:0.1:0.0001
`;
