// Current names of exchanges and assets that were renamed since the original list, with their former names.
//
// Rows ascend by id. A rename is a new row here; the tables of src/reference/well-known keep the names that they were
// published with.

/** `former`: all earlier names, separated by semicolons. They keep matching wherever an exchange is looked up by name. */
export const EXCHANGE_NAMES = `
id|name|former
09c7ea72-a834-43e6-b0c8-0692328a0723|The Rock Trading|Rock Trading
12f09015-3c49-46e4-b20b-799310fa396d|ZebPay|Zebpay
13e0356c-8428-41a7-baa8-b36e2ec62b5b|Kraken Futures|CryptoFacilities
153d4b94-3518-4f79-9ebb-b9123467da95|OKX|OKEX
1e6a6e6b-ea3c-4e04-a501-60e9500b0894|Coinsuper|CoinSuper
26400af4-2e2f-49d5-88a1-ce0b96a913b0|Upbit|UPbit
386321df-d6d8-4189-84e9-5990fd74f251|NegocieCoins|Negocie Coins
3d24f2b4-57c6-4afd-84d7-8a2d0ab8c798|KyberSwap|Kyber.network
3e2ade6d-5761-4467-ab92-3ac8878d9e1e|DragonEX|Dragonex
45911588-aedd-44be-b19d-63d354cb1e05|Bancor|Bancor Network
4b1ada10-cbf8-413d-b363-ed7795c76864|BtcTurk|BTCTurk
4d0eea87-de66-4fd4-b240-461e004eb711|Gate|Gate.io
4de6f163-04eb-4ea1-945d-06de27955f07|OKCoin|OKCoin Intl
50890bf7-81c9-4e3d-9247-54831b443dd5|Coinone|coinone
552200b2-8e23-48f4-bbff-1972e5d7f127|CoinBene|Coinbene
5a3b070c-422c-431a-a5e1-1f640c457ce3|LATOKEN|LAToken
6154d68e-1d71-4b0c-8008-483398d1262c|CryptoBridge|Crypto Bridge
65cf072d-2ffa-48f8-9497-6654234f52e3|Coinbase|Coinbase-Pro;Coinbase Pro
6612f550-cea4-436a-af75-a2963cbfc85e|HTX|Huobi
67be6244-21ac-40c5-a879-734befaeabd6|EXMO|Exmo
74b38951-e512-47a4-82e0-08e944ca1cad|CoinDeal|Coindeal
755a1fb3-6fa5-480c-aa91-b82eff9e3731|Bisq|Bitsquare
823fe3b1-40bb-4dde-8c0c-ee57481015aa|Satang Pro|TDAX
b401887e-4e19-40a4-b69d-593d8d9d0c2f|Bitbns|bitbns
bc4148a2-32dd-4a04-bb8b-8834534c3934|BitForex|Bitforex
c18e3fa7-8593-47f3-8a04-bc8cc88c01a8|Coincheck|coincheck
cc2c4b31-1b28-425e-a30a-f7dfbb604b4f|zondacrypto|BitBay
ceccf4f4-9d7f-4036-a98b-953f1fafb5d6|CoinEx|Coinex
ceeb042a-1c3e-4adc-8701-6f0afa227b73|STEX|Stocks Exchange
f1d7d345-6b73-4083-b173-01e48d19c8c8|GOPAX|Gopax
f8cce477-c9f5-46dd-ada2-a45bbd0993ee|Coinmate|CoinMate
`;

/** Slugs of assets never change, so an asset is found by its original slug. */
export const ASSET_NAMES = `
id|name
0711289b-3266-42d2-8966-710e90891430|MultiversX
0901b6f8-d566-4ee6-9bc9-234d0c6237b6|Guyanese Dollar
0a4343a6-ea0c-4c80-8f05-4a9bea326b38|Artificial Superintelligence Alliance
0d91370d-aa33-4474-9659-65dfebc934c6|Curve DAO
0f7af8c2-8020-4bfa-a3d3-ffe43991180e|VeThor
1211017e-0e1c-459d-9684-7aa58bdc7efa|Audius
19990154-9b50-4ea5-9f13-871c77cf0309|Prom
19b9b4bc-caa0-438a-9e2a-1c079fe8733e|Chia
1cc3bea6-2921-4955-9c21-c58daebbdd29|NEAR Protocol
22fc1a1b-3326-4875-ae86-3a26510192f8|Theta Network
33d13b9e-0d1b-4c87-81b2-900a0a96ab52|Request
3b3a0042-77e3-42fb-ac66-8d7874a85c6c|SuperVerse
3c4fc7ac-2ce8-4a48-afc9-4fd3bff25c7a|Immutable
4318fac7-2911-4f9b-bacf-09acc48a9a83|Israeli New Shekel
4b071dc4-764a-4c9b-808d-4e849e8f4615|Kyrgyzstani Som
4b7f5cf1-c64a-4de9-9363-478ad4542b89|Sushi
4c3287c6-7f70-4439-8c32-e04b71071547|Synthetix
4de45e1f-8cad-4427-950f-32e8ca0def57|JUST
53c9e004-3596-4ca6-bcfa-7b7dbfc9a60f|IOST
5d47cf44-b4c3-4080-82ce-2133df78fede|Compound
5e2045f3-84da-482f-a932-85c3872cb864|WOO
5ee37d62-2bd5-4ae8-a2c5-ba9b1f9b5df0|MANTRA
70f2e9fe-7a85-4d2f-aa76-434a66165a22|Hedera
730266fe-a5ec-4c60-85c5-7053f7f51f39|ApeCoin
7810e69a-f407-4a21-a1e2-d75b47284591|Conflux
79bc95fc-ea80-4db4-addc-fee813963289|Injective
79ee0b2d-e228-4d01-aa94-6b8fbdcf5673|Tellor
7bb2339e-b6eb-408c-836f-2894c8751c6d|Dogecoin
7f2b612c-93ed-4376-9c71-f1022347b29a|Ankr
8421fe7d-6ce7-409c-ba6c-55bafca480f9|XPR Network
84f4f9ef-da4a-44fd-9f80-545dd2b888f3|GateToken
8f688110-df0f-485b-accc-8ceceaf7960c|Qatari Riyal
9074b21b-8d15-4a5d-9394-3e8c5b9ee763|USD Coin
91165d41-c765-4bd8-831b-9f4384ec3eb2|BitTorrent
91c05eec-030e-4988-86f1-bbf2d2e0250e|Peruvian Sol
96d11ad5-8a85-4379-96ce-4f9da059cb71|Tribe
9ffe8a9d-16bc-42a7-9b12-1a41d766c590|BNB
a0de0813-4798-4bbc-9068-02097948ad54|Synternet
a65e2724-9a24-4cc4-b9e9-330ccb027991|TRON
a6cb9c1f-3660-4dc7-b510-b709bad767f2|Uniswap
a8410952-db52-40fd-a3c5-fbfc50d6377c|Onyxcoin
ad54ba99-fb48-4731-82b4-c3cb6909a321|IQ
af85a038-7506-44cf-9a72-6cf073b1919a|Status
b76f327f-44cc-4e52-aed1-a5003ce4f58e|Czech Koruna
bd794365-53bb-4eac-b560-9d25f591b3ef|Myanmar Kyat
bf5421f5-59ea-4e90-914b-da89e384df37|Chainlink
c05df4b2-0cac-4675-841b-b0de72ff39cb|Beam
c22b2ec3-6dc7-40a3-82b7-e159544e481b|Powerledger
ccc44498-322c-4b6e-9977-cb1eba92f463|Neo
d59077ca-ba04-4f8d-a5d6-4206d914f62b|FLOKI
db133240-22fd-4018-bcd3-60c819d8e38d|Solar
e769c421-588f-459a-b167-0b854261f46c|UMA
eefcc863-188e-4fbb-9a78-6e2cf12027a0|Tether
f0a381d0-3cc7-4d94-84e9-2733c63df47c|XYO
f6e4f794-031c-4e11-af8a-d614432ad682|Loopring
f9d32f82-fbf9-4c83-aebe-569f2eade808|Galxe
fddadaf5-744c-41a4-ad5e-0fbd2d1ae6d3|Bancor
`;

/** Slugs that version 1.0.0 served for an asset under a derived id, with the asset's well-known id. They keep matching. */
export const FORMER_SLUGS = `
id|slug
22fc1a1b-3326-4875-ae86-3a26510192f8|theta-network
391dac7a-b197-499b-990a-bb0b6ee3e37e|sun-token
4de45e1f-8cad-4427-950f-32e8ca0def57|just
7810e69a-f407-4a21-a1e2-d75b47284591|conflux
79bc95fc-ea80-4db4-addc-fee813963289|injective
91165d41-c765-4bd8-831b-9f4384ec3eb2|bittorrent-new
d59077ca-ba04-4f8d-a5d6-4206d914f62b|floki
`;
