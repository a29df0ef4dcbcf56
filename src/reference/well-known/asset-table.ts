// Assets that existing clients of this API know by id: see docs/formats/identifiers.md.
//
// A text table: it changes and diffs line by line and is parsed once. Rows ascend by id. `seen` is the year of the newest
// published list that has the asset. An empty slug or url follows the documented rule.
export const ASSET_TABLE = `
id|symbol|name|slug|type|seen|url|contractAddress
00218d2b9889463abe26eecce3ab7999|DAN|Daneel||CRYPTO|2018|https://daneel.io/|
002203f0f2674af19821344c541346a7|VEO|Amoveo|amoveo|CRYPTO|2022|https://amoveo.io/|
0059c01da8b945a98c46110f979ff340|SNOV|Snovia||CRYPTO|2018|https://tokensale.snov.io/|
007a47a2b4934c52923e041088722b36|XP|Experience Points|experience-points|CRYPTO|2022|https://experiencepoints.io/|
00aa79950cfd4bd19142f8bafc49dc07|ARY|Block-Array||CRYPTO|2018|https://blockarray.com/|
00b7357083bd432085a162a6a3b140ea|TOL|Tolar|tolar|CRYPTO|2022|https://www.tolar.io/|0xd07d9fe2d2cc067015e2b4917d24933804f42cfa
00c001efe4394d7a81a11b5ac9e239cf|XMCT|XMED-Chain||CRYPTO|2018|http://xmedchain.com/|
00c1f94522fd4b04ad986830a43a7a6c|DAXT|Digital-Asset-Exchange-Token||CRYPTO|2018|https://daxt.io/|
00e0f88a939a4d6a9344acfc290bf61a|VERI|Veritaseum|veritaseum|CRYPTO|2022|http://veritas.veritaseum.com/index.php|0x8f3470A7388c05eE4e7AF3d01D8C722b0FF52374
00eedfd39f554098a32d7e1492b5419f|QNT|Quant|quant|CRYPTO|2022|https://www.quant.network/|0x4a220e6096b25eadb88358cb44068a3248254675
010a6a7997534a0b8d3b5c4410f6cfa8|TGT|Target-Coin||CRYPTO|2018|https://www.tgtcoins.com/|
010bc17472d247ffabce6652dc9eab18|HAC|Hackspace-Capital||CRYPTO|2018|https://hackspace.capital/|
01366868632e448193e21794acdf1bd3|NAUT|NautilusCoin||CRYPTO|2018|http://www.nautiluscoin.com/|
014427c1d556483480849b44471c029c|TNS|Transcodium|transcodium|CRYPTO|2022|https://transcodium.com/?lang=en|0xb0280743b44bf7db4b6be482b2ba7b75e5da096c
015f87121fb8440ba753f7f483e4dc94|BKX|Bankex||CRYPTO|2018|https://bankex.com/en/|
016c47c52b2f493398e95e06c482845c|CTR|Centra|centra|CRYPTO|2022|https://www.centra.tech/|0x96A65609a7B84E8842732DEB08f56C3E21aC6f8a
0178b615012240ba9e5c54c751ea6a3f|CUBE|Somnium Space Cubes|somnium-space-cubes|CRYPTO|2022|https://www.somniumspace.com/|
01849d0bdf5f4462bc9fe4baa636a519|GLT|GlobalToken|globaltoken|CRYPTO|2022|http://globaltoken.org/|
01dcf9a71fe54e00a7b1e8eb9b62fde4|1UP|Uptrennd|uptrennd|CRYPTO|2022|https://www.uptrennd.com/|0x07597255910a51509ca469568b048f2597e72504
01ee0c2341b24a4ca778e79984990de7|PLTC|PlatonCoin|platoncoin|CRYPTO|2022|https://platonfinance.com/|0x429d83bb0dcb8cdd5311e34680adc8b12070a07f
02058ead94844a3e8231d4be34dd8514|REP|Augur|augur|CRYPTO|2022|http://www.augur.net/|0x221657776846890989a759ba2973e427dff5c9bb
024e6c7a9cc7475fb4cf2757983e65d9|DREP|DREP|drep|CRYPTO|2022|https://www.drep.org/|0x3aca71c508e06dc6b2758dab6eb20f7654572fb7
027eb58d152d48b7b5557d51f68fe8a0|SBD|Steem Dollars|steem-dollars|CRYPTO|2022|https://steemit.com/|
02c25751365a4a2989e7b6aa8e32592c|BTCB|Bitcoin BEP2|bitcoin-bep2|CRYPTO|2022|https://www.binance.com/en/blog/347360878904684544/Introducing-B|
02d7a26c40ff48b5abb795de2a664c46|PXS|Pundi-X||CRYPTO|2018|https://pundix.com/|
02fb81fa91cf4eaba07e0df3c107fbf8|ELLI|ElliotCoin||CRYPTO|2018|https://elliotproject.org/|
031fe242b45a4905b38362a3cb03cd7b|ENT|ENTCash||CRYPTO|2018|http://entcash.com/|
03253a0294a94eb49dea544d56b6f043|808|808Coin||CRYPTO|2018|http://808bass.space/|
0331282708034c09abb5c2977e827949|CEUR|Celo Euro|celo-euro|CRYPTO|2022|https://celo.org/|
035d75b25d224d3ca4d1a92a191678a1|CJT|ConnectJob||CRYPTO|2018|https://www.connectjob.io/|
036288fbbe2a46919dfd42cda7dd12c9|NDAO|NeuroDAO||CRYPTO|2018|http://neurodao.com/|
03ed8ae462034aaa8efb1daf8620843c|PLA|PlayDapp|playdapp|CRYPTO|2022|https://playdapp.io/|0x3a4f40631a4f906c2BaD353Ed06De7A5D3fCb430
03f11c286e064bdfa46226795e12d7cd|DOP|Dominican Peso|dominican-peso|FIAT|2022||
042aee55585c4dfaa1704ffe36ac225e|ONL|On-Live||CRYPTO|2018|https://on.live/|
0447f5f6f9714eb9a0271344197274b6|KUNCI|Kunci Coin|kunci-coin|CRYPTO|2022|https://kuncicoin.com/|
044a3f6ed37b4509b2245e7c35d8332e|YOUC|yOUcash|youcash|CRYPTO|2022|https://youengine.com/|
0451ad66417d433eb0042a1dd89caad0|MBL|MovieBloc|moviebloc|CRYPTO|2022|http://moviebloc.io/|0xB879DA8b24c9b8685dE8526cF492E954f165D74b
0452f0f192b04cdcb6d57a043141ee54|MICRO|Micromines|micromines|CRYPTO|2022|https://micromines.co/|0xbe6c8f2810ef39420d2dc2901b8414c8c45fee6d
045de4ef53cc4b7fa6949f274a63a27c|RFOX|RedFOX Labs|redfox-labs|CRYPTO|2022|https://www.rfox.com/|
046964bfd28a4f5884e4191a88da4548|MRT|Miners-Reward-Token||CRYPTO|2018|http://wavescommunity.com/miners-reward-token/|
04ad2e64cb8c406f88903ecd6be6d38b|SMARTCREDIT|SmartCredit Token|smartcredit-token|CRYPTO|2022|https://smartcredit.io/|
04d3ae123bb14ac9b8f09f3eac04d68e|AKRO|Akropolis|akropolis|CRYPTO|2022|https://akropolis.io/|0x8ab7404063ec4dbcfd4598215992dc3f8ec853d7
04e060823da748bd91f5797c66e4b03f|FAC|Faircoin||CRYPTO|2018|http://fair-coin.info/|
04e0b909ad354ac48db83eb1e38dae8a|BIT|BitDAO|bitdao|CRYPTO|2022|https://www.bitdao.io/|
04fefa3dff024c058da105d69be6ecca|HYN|Hyperion|hyperion|CRYPTO|2022|https://www.hyn.space/|0xe99a894a69d7c2e3c92e61b64c505a6a57d2bc07
05207502b86043bfb3df1377defb7eb3|BIS|Bismuth|bismuth|CRYPTO|2022|http://bismuth.cz/|
05530babe4c74f7fb900bb649a575164|TNT|Tierion|tierion|CRYPTO|2022|https://tierion.com/|0x08f5a9235B08173b7569F83645d2c7fB55e8cCD8
05681374238c41ec8f3fe2e7e79ec4de|PRJ|ProjectCoin||CRYPTO|2018|https://projectcoin.net/|
05a9331a3ab24bc99ddd0e14676d1dd6|LPC|Lightpaycoin||CRYPTO|2018|https://lightpaycoin.org/|
05c993cc94f24326a1b3dc5edea53f11|AKITA|Akita Inu|akita-inu|CRYPTO|2022|https://www.akita.network/|
05cc9b19686b4a52bd20b3be795045c3|WOM|WOM Protocol|wom-protocol|CRYPTO|2022|https://womprotocol.io/|0xbd356a39bff2cada8e9248532dd879147221cf76
05deac0784984240a853d226566c3a81|MANA|Decentraland|decentraland|CRYPTO|2022|https://decentraland.org/|0x0f5d2fb29fb7d3cfee444a200298f468908cc942
05dffacc0c2f446bb38afa7f9ffda793|XPD|Palladium Ounce|palladium-ounce|FIAT|2022||
05e321d6b1084e9295796a43b21dbde4|NPW|New Power Coin|new-power-coin|CRYPTO|2022|http://npw.live/|
05e396e0c9e442bcba52012e77c7f737|META|Metadium|metadium|CRYPTO|2022|https://www.metadium.com/|0xde2f7766c8bf14ca67193128535e5c7454f8387c
05e833af7cd64a9b9d2ba3136bf9bf55|SKB|Sakura Bloom|sakura-bloom|CRYPTO|2022|https://www.skb-coin.jp/en/|0x4af328c52921706dcb739f25786210499169afe6
05e8bebadfdd4ec8b7331a7527e23b43|NKN|NKN|nkn|CRYPTO|2022|https://nkn.org/|0x5cf04716ba20127f1e2297addcf4b5035000c9eb
05e8f30a08eb41f49c6ded4bb7b6788e|SPND|Spendcoin||CRYPTO|2018|https://spendcoin.org/|
060aeef04fc040a6a1b43ed4c164ab5e|AMD|Armenian Dram|armenian-dram|FIAT|2022||
0625c50b029a4014a05e01d82727a464|MBC|MicroBitcoin|microbitcoin|CRYPTO|2022|https://microbitcoin.org/|
062ff19aa6bd431e9308d69026c7ab99|PAXG|PAX Gold|pax-gold|CRYPTO|2022|https://www.paxos.com/paxgold/|0x45804880de22913dafe09f4980848ece6ecbaf78
063c8c13247440e1993506aed9a8145c|NEUMARK|NEUMARK|neumark|CRYPTO|2022|https://neufund.org/|0xa823e6722006afe99e91c30ff5295052fe6b8e32
064215de6f90480d8c30020c23f9c881|VVS|VVS Finance|vvs-finance|CRYPTO|2022|https://vvs.finance/|
066d93da918c4f7483b9b408cd7064db|LRD|Liberian Dollar|liberian-dollar|FIAT|2022||
067fb0cf258a46e28c6028103d2ee2bf|NAM|Nam-Coin||CRYPTO|2018|https://namchain.net/|
06c33414e01a490eb6098c1b077b30e7|RBR|RibbitRewards||CRYPTO|2018|https://ribbit.me/|
0711289b326642d28966710e90891430|EGLD|Elrond|elrond|CRYPTO|2022|https://elrond.com/|
07307a1dea45409a96d036a3df06d30b|SIB|SIBCoin|sibcoin|CRYPTO|2022|https://sibcoin.money/|
07330874484b43f1beaebb4407698254|PAT|Patron|patron|CRYPTO|2022|https://patron-ico.io/|0xF3b3Cad094B89392fcE5faFD40bC03b80F2Bc624
075b98c7614a47d0848ea0146d4def7c|ROSE|Oasis Network|oasis-network|CRYPTO|2022|https://oasisprotocol.org/|
07f9978a04bc44b0a253d7152c112a69|RARI|Rarible|rarible|CRYPTO|2022|https://app.rarible.com/rari|0xfca59cd816ab1ead66534d82bc21e7515ce441cf
080564c567214203a232c7468d6ca789|TONE|TE-FOOD|te-food|CRYPTO|2022|https://www.te-food.com/|0x2ab6bb8408ca3199b8fa6c92d5b455f820af03c4
085dccacc3b247d3a08c1d34c8408450|ELTC2|eLTC||CRYPTO|2018|http://www.eltc.io/|
0865a42d782e449a835605d31cfe5923|XPRT|Persistence|persistence|CRYPTO|2022|https://persistence.one/|
0891702c9c394582bd493e6dc0ef0376|SUPER|SuperCoin||CRYPTO|2018|http://www.super-coin.net/|
08dcb6ee5bed45358b72cbcf4d73472b|ZIPT|Zippie|zippie|CRYPTO|2022|https://zippie.org/|0xedd7c94fd7b4971b916d15067bc454b9e1bad980
0901b6f8d5664ee69bc9234d0c6237b6|GYD|Guyanaese Dollar|guyanaese-dollar|FIAT|2022||
090321d7a22a46b9b3b4fb257ce85db8|MUSIC|Musicoin||CRYPTO|2018|https://www.musicoin.org/|
090ad9bd4f124efb84af2fb99267e3f4|FT|Fabric-Token||CRYPTO|2018|https://fabrictoken.io/|
099e06bc04bf4d6abbcb5c08e7d72dd1|REF|RefToken||CRYPTO|2018|https://reftoken.io/|
099ea797ce114d54bfc587bcf9d65778|ZOI|Zoin||CRYPTO|2018|https://zoinofficial.com/|
09a3b98f942d4f48a5e07c8896b4b88c|PLC|PLATINCOIN|platincoin|CRYPTO|2022|https://www.platincoin.site/|
09b84339cba642cca0d9b4350bfeaeae|IND|Indorse Token|indorse-token|CRYPTO|2022|https://indorse.io/|0xf8e386eda857484f5a12e4b5daa9984e06e73705
09ca3060161544d2b0948862e68e27d6|KIN|KIN|kin|CRYPTO|2022|https://www.kin.org/|0x818fc6c2ec5986bc6e2cbf00939d90556ab12ce5
09eb324773b7439d80b50db9dc9a0caa|NPR|Nepalese Rupee|nepalese-rupee|FIAT|2022||
09ebe8ad9b264a21858a9ed311b4afc1|MVP|Merculet|merculet|CRYPTO|2022|https://www.merculet.io/|0x432a2c54de2dde941a36d2eb8c424ed666f74aef
09f43775b08f497d9fc0931550db5ac0|BADGER|Badger DAO|badger-dao|CRYPTO|2022|https://app.badger.finance/|0x3472a5a71965499acd81997a54bba8d852c6e53d
09fc1ccefb3b4f28aee7ef9d6c23cbdb|HELPICO|Helpico|helpico|CRYPTO|2022|https://www.helpico.io/|
0a0d125de3514db2b6114299b35806c0|CWV|CWV Chain|cwv-chain|CRYPTO|2022|https://cwv.io/|0xed494c9e2f8e34e53bdd0ea9b4d80305cb15c5c2
0a0d44fd71e14ff1932ee6a8dfb8b668|FREE|Free-Coin|free-coin|CRYPTO|2022|http://www.freecoin.technology/|0x2f141ce366a2462f02cea3d12cf93e4dca49e4fd
0a3922ecb41d483481c79cd7d7e8d90e|ADN|Adrenaline||CRYPTO|2018|http://adrenalinecoin.org/|
0a4343a6ea0c4c808f054a9bea326b38|FET|Fetch.ai|fetch-ai|CRYPTO|2022|https://fetch.ai/|0xaea46a60368a7bd060eec7df8cba43b7ef41ad85
0a92e6cf837c471faae80309cab1209d|BCMC|Blockchain Monster Hunt|blockchain-monster-hunt|CRYPTO|2022|https://bcmhunt.com/|0x2ba8349123de45e931a8c8264c332e6e9cf593f9
0aace35420844b02bdf30c776e902afc|KAVA|Kava|kava|CRYPTO|2022|https://www.kava.io/|
0acb74cd0cd944a2806e61689b34290e|TBAR|Titanium-Bar||CRYPTO|2018|https://www.tbis.io/|
0af53970935645e6ab46be77fcc28d2d|GYEN|GYEN|gyen|CRYPTO|2022|https://stablecoin.z.com/gyen/|
0b086ad6080a4f939c234050c25ac1ff|ORC|Orbit Chain|orbit-chain|CRYPTO|2022|https://orbitchain.io/about|
0b295b7cf56a45fd80fbfffdc6ee42b7|DATX|DATx|datx|CRYPTO|2022|https://www.datx.co/|0xabbbb6447b68ffd6141da77c18c7b5876ed6c5ab
0b6a59716b2c4997a282c0f6dddb065a|TRC|Terracoin|terracoin|CRYPTO|2022|https://terracoin.io/|
0b9d2e7f402d4a999c606a9411f88dfc|PMNT|Paymon||CRYPTO|2018|https://paymon.org/|
0ba814e58c7f4ed2a5c4d802fc901523|UKG|UnikoinGold|unikoingold|CRYPTO|2022|https://unikoingold.com/|0x24692791bc444c5cd0b81e3cbcaba4b04acd1f3b
0bbfaad82cb64eed905d92148ba21d73|MLN|Enzyme Finance|enzyme-finance|CRYPTO|2022|https://enzyme.finance/|0xec67005c4e498ec7f55e092bd1d35cbc47c91892
0bfeb2507e6949519b1258377f818c35|GHS|Ghanaian Cedi|ghanaian-cedi|FIAT|2022||
0c3d6390e3e240ac89a4b8de92a826e1|OOKI|Ooki|ooki|CRYPTO|2022|https://hello.ooki.com/|
0c82d4cc5879462fb94ac35438403ddc|LUN|Lunyr|lunyr|CRYPTO|2022|https://lunyr.com/|0xfa05A73FfE78ef8f1a739473e462c54bae6567D9
0cb2fdc5923b49eebdbbfcd456c6d6b5|CDT|Blox|blox|CRYPTO|2022|https://www.coindash.io/|0x177d39ac676ed1c67a2b268ad7f1e58826e5b0af
0cd344da636c42efaf9b1797f394f3ed|MASK|Mask Network|mask-network|CRYPTO|2022|https://mask.io/|0x69af81e73a73b40adf4f3d4223cd9b1ece623074
0d13d3c427aa405296b226255374ccd2|MOF|Molecular Future|molecular-future|CRYPTO|2022|http://www.molecular.cc/|0x653430560be843c4a3d143d0110e896c2ab8ac0d
0d17424081df4941985d1f14ef609b49|ASD|AscendEX (BitMax) Token|ascendex-bitmax-token|CRYPTO|2022|https://ascendex.com/en/global-digital-asset-platform|
0d28956542b24fdd93ab7e0ec5f9ef5e|ZEL|Zelcash|zelcash|CRYPTO|2022|https://zel.cash/|
0d292ab8b92c4a4689341880bf879cc8|PERP|Perpetual Protocol|perpetual-protocol|CRYPTO|2022|https://perp.fi/|0xbc396689893d065f41bc2c6ecbee5e0085233447
0d5d39504cef415bab41df4b4f710e8b|DKA|dKargo|dkargo|CRYPTO|2022|https://dkargo.io/main_en.html|
0d8c05b447834d33b6fd015069879120|WXC|WORLDX-COIN|worldx-coin|CRYPTO|2022|https://wxcoins.org/|
0d8c3c94e1a049d9aaad1ea3e24029dc|VLC|ValueChain||CRYPTO|2018|https://www.exx.com/|
0d91370daa334474965965dfebc934c6|CRV|Curve DAO Token|curve-dao-token|CRYPTO|2022|https://www.curve.fi/|0xd533a949740bb3306d119cc777fa900ba034cd52
0da792f929794f83b008e2b3843fc39f|LIT|Lition|lition|CRYPTO|2022|https://www.lition.io/|0x763fa6806e1acf68130d2d0f0df754c93cc546b2
0dbc1c2f8921436182a120ff98c3dd49|PRS|PressOne||CRYPTO|2018|http://press.one/en|
0df23cafc0dc491ba07aa70d11d2b302|VTC|Vertcoin|vertcoin|CRYPTO|2022|https://vertcoin.org/|
0e0376ac5eff4550b1594e17bc4bd891|SPR|SpreadCoin||CRYPTO|2018|http://www.spreadcoin.info/|
0e1a6231284346dab2dbd0b2be255b75|PIX|Lampix||CRYPTO|2018|https://www.lampix.co/|
0e1cd32c9e874464b66172707a8a20ff|GRPH|Graphcoin||CRYPTO|2018|https://graphcoin.net/|
0e232f79aaab4178a876c21a1aebe876|AQT|Alpha Quark Token|alpha-quark-token|CRYPTO|2022|https://lending.alphaquark.io/|
0e26b8cda8ce4a9c9bd7a388cce811b3|PRL|Oyster Pearl|oyster-pearl|CRYPTO|2022|https://oyster.ws/|0x1844b21593262668b7248d0f57a220caaba46ab9
0e3688c953b64e119235d3f0ccfd8d28|MTN|MedToken|medtoken|CRYPTO|2022|https://medicalchain.com|0x41dbecc1cdc5517c6f76f6a6e836adbee2754de3
0e3695f299a14440977856d4474daad4|IAG|Iagon|iagon|CRYPTO|2022|https://www.iagon.com/|0x40eb746dee876ac1e78697b7ca85142d178a1fc8
0e6081b50b474115964c524e0a36d97c|BITGOLD|BitGOLD|bitgold|CRYPTO|2022|https://bitshares.openledger.info|
0e78eab3b90f4341b93ae2005cf653e6|SAR|Saudi Riyal|saudi-riyal|FIAT|2022||
0e8a6876246949299dfea2b868490ef6|SKL|SKALE|skale|CRYPTO|2022|https://skale.network/|0x00c83aecc790e8a4453e5dd3b0b4b3680501a7a7
0ee51123915f418583f3489ef336fb48|LTX|Lattice Token|lattice-token|CRYPTO|2022|https://lattice.exchange/|0xa393473d64d2F9F026B60b6Df7859A689715d092
0efb173398a543b0a66dbf38d2a4ef1c|BITOK|Bitok||CRYPTO|2018|http://bitok.online/|
0f46e64609aa43beb5c1383eda8621c1|HTG|Haitian Gourde|haitian-gourde|FIAT|2022||
0f538e2ceb494aa6ae6e6015b659820a|ZRX|0x|0x|CRYPTO|2022|https://0xproject.com/|0xE41d2489571d322189246DaFA5ebDe1F4699F498
0f58709653db4f1b93e2d7b81e0aa8ae|DGC|Digitalcoin|digitalcoin|CRYPTO|2022|http://digitalcoin.co/|
0f590b058ac04a6497507c9d1e762d36|PURE|Pure||CRYPTO|2018|https://purealt.org/|
0f7af8c280204bfaa3d3ffe43991180e|VTHO|VeChain Energy|vechain-energy|CRYPTO|2022|https://www.vechain.org/|
0fa506899beb4c31bf300bf97d4a0b08|GST|Green Satoshi Token|green-satoshi-token|CRYPTO|2022|https://stepn.com/|
0fb9c478cb0948e18f3e6dab526aac15|NOK|Norwegian Krone|norwegian-krone|FIAT|2022||
0fd4eeadd81f46f0b2417e6622989549|SCRIV|Scriv Network|scriv-network|CRYPTO|2022|https://scriv.network/|
0ffb4b1d7ff04bd5a75e3b4da072e527|SWARM|Swarm||CRYPTO|2018|http://swarm.fund/|
1006ed183f5a4ca5a78a7ea030fd7e9c|MNTP|GoldMint|goldmint|CRYPTO|2022|https://www.goldmint.io/|0x83cee9e086a77e492ee0bb93c2b0437ad6fdeccc
101111bfe38f4a08885003d702c37244|TVK|Terra Virtua Kolect|terra-virtua-kolect|CRYPTO|2022|https://www.terravirtua.io/|0xd084b83c305dafd76ae3e1b4e1f1fe2ecccb3988
1089c729b4cd424d90509ac82a3fc95e|ROYA|Royale Finance|royale-finance|CRYPTO|2022|https://royale.finance/|
10b2a9c656c845ee8cfe72add5546583|BLUE|Blue Protocol|blue-protocol|CRYPTO|2022|http://www.etherblue.org/|0x539efe69bcdd21a83efd9122571a64cc25e0282b
10e8719a1b4344a09ed483e144e15ae7|BBK|Brickblock||CRYPTO|2018|https://www.brickblock.io/|
10f6e8c1ea9042b4897a74b15932fe58|NOAH|Noah-Coin||CRYPTO|2018|https://noahcoin.org/|
110a6c6959ca44d887708d844659d4ba|SAND|The Sandbox|the-sandbox|CRYPTO|2022|https://www.sandbox.game/|0x3845badAde8e6dFF049820680d1F14bD3903a5d0
113006b696234bc39f5f96a23be6913e|WCT|Waves Community Token|waves-community-token|CRYPTO|2022|https://wavesplatform.com/|DHgwrRvVyqJsepd32YbBqUeDH4GJ1N984X8QoekjgH8J
11436f85400947a59f3661b19b77377a|GALA|Gala|gala|CRYPTO|2022|https://gala.games/|0x15D4c048F83bd7e37d49eA4C83a07267Ec4203dA
1160263f3d0d4c5e8cf12fa1b763dfd4|STACS|Stacs Protocol|stacs-protocol|CRYPTO|2022|https://stacs.io/|0x286708f069225905194673755f12359e6aff6fe1
116efa889d294c64b3166a2e81e6903a|HNS|Handshake|handshake|CRYPTO|2022|https://handshake.org/|0xa771b49064da011df051052848477f18dba1d2ac
117b520cfafd45aab714c7337df252f8|NTVRK|Netvrk|netvrk|CRYPTO|2022|https://www.netvrk.co/|0xfc0d6cf33e38bce7ca7d89c0e292274031b7157a
117fd982c9744c1b8a2560967fe4d223|XVS|Venus|venus|CRYPTO|2022|https://venus.io/|
11a5844a7ebf4696b0c16a9b9f73fda3|PKR|Pakistani Rupee|pakistani-rupee|FIAT|2022||
11b24a8395db4cd38c5746b9a533ece6|TOKE|Tokemak|tokemak|CRYPTO|2022|https://www.tokemak.xyz/|0x2e9d63788249371f1dfc918a52f8d799f4a38c94
11c3fb0b75d64a80953b03e32894760a|CUT|CUTcoin|cutcoin-|CRYPTO|2022|https://cutcoin.org/|
11f5aa3a4a6d4385ab605941f4436979|RNDR|Render Token|render-token|CRYPTO|2022|https://rendertoken.com/|0x6de037ef9ad2725eb40118bb1702ebb27e4aeb24
11f73ada65f64bb58ddf1a2ddf14f81c|FOX|ShapeShift FOX Token|shapeshift-fox-token|CRYPTO|2022|https://beta.shapeshift.com/fox-token|0xc770eefad204b5180df6a14ee197d99d808ee52d
120232f063b948fd9ba2233fab13912e|SCR|Seychellois Rupee|seychellois-rupee|FIAT|2022||
1205272ea39f466d9d5d9c2864026b32|EST|Esports-Token||CRYPTO|2018|https://esportschain.org/|
12090b1693fd4324b05b7d08dfe8a671|RSV|Reserve|reserve-stablecoin|CRYPTO|2022|https://reserve.org/|0x196f4727526ea7fb1e17b2071b3d8eaa38486988
120b796820e34204b49a130d97a733ab|MSC|MasterCoin||CRYPTO|2018|http://www.mastercoin.org/|
1211017e0e1c459d96847aa58bdc7efa|AUDIO|AUDIUS|audius|CRYPTO|2022|https://audius.org/|0x18aaa7115705e8be94bffebde57af9bfc265b998
1216a6cee20f46a7a9eb1c6081b943cd|BMON|Binamon|binamon|CRYPTO|2022|https://binamon.org/|0x08ba0619b1e7a582e0bce5bbe9843322c954c340
121e163e6bc84ba8a4bec214c2e00864|AID|AidCoin|aidcoin|CRYPTO|2022|https://www.aidcoin.co/|0x37E8789bB9996CaC9156cD5F5Fd32599E6b91289
12225ae91d804fdfbd7c17b523482746|SSX|SOMESING|somesing|CRYPTO|2022|https://somesing.io/service|
1252c29b55a44f0280ca21c88e29da0b|BILS|BilShares||CRYPTO|2018|http://www.bilshares.com/|
1261ec06084e4a7aa922c2fa70a0d19c|THB|Thai Baht|thai-baht|FIAT|2022||
126ba6fdafa24593b20d673b47a660f4|IQT|Iquant-Chain||CRYPTO|2018|http://www.5iquant.org/|
12795d90177640ada5816a75c54a07e1|NYM|NYM|nym|CRYPTO|2022|https://nymtech.net/|
1290ced030c94969b0262e92466f88ea|FKP|Falkland Islands Pound|falkland-islands-pound|FIAT|2022||
129b34b653d14067a75dd463fdd58c27|IG|IGToken|igtoken|CRYPTO|2022|https://igtoken.net/|0x8a88f04e0c905054d2f33b26bb3a46d7091a039a
12a1d1b1348b41efb38cf7137e657807|STG|Stargate Finance|stargate-finance|CRYPTO|2022|https://stargate.finance/|
12b09cb0f2224ad4abcfbb837167477e|CNN|Content Neutrality Network|content-neutrality-network|CRYPTO|2022|https://cnntoken.io/|0x8713d26637cf49e1b6b4a7ce57106aabc9325343
12b61aa41f8f41f78a40f7b7aab227df|CAT|BlockCAT||CRYPTO|2018|https://blockcat.io/|
12b9cb58269f4beab5a343f54cb7e9d4|KP3R|Keep3rV1|keep3rv1|CRYPTO|2022|https://keep3r.network/|0x1ceb5cb57c4d4e2b2433641b95dd330a33185a44
12db88b4bc19459fa3ee4566898c1103|QBT|Qbao|qbao|CRYPTO|2022|https://qbao.fund/#/home|09800417b097c61b9fd26b3ddde4238304a110d5
12dc68ed28144e7b884c24b5b9e28209|SOLVE|SOLVE|solve|CRYPTO|2022|https://solve.care/|0x446c9033e7516d820cc9a2ce2d0b7328b579406f
13020678faa54ee3863b654c5a0f1b8c|EAG|EA-Coin||CRYPTO|2018|https://www.eacoin.io/|
13158aa9cb0041019f69d6101d138a35|NEWOS|NewOS-Toekn||CRYPTO|2018|http://ne.ws/html/|
1317ba8bc58742cea01e48f5fcb57c18|SWINGBY|Swingby|swingby|CRYPTO|2022|https://swingby.network/|0x8287c7b963b405b7b8d467db9d79eec40625b13a
1324c5215bb84ea397cd409fe5c1e36b|NGN|Nigerian Naira|nigerian-naira|FIAT|2022||
13558cf30fd14d0d8161af117f93b16a|MCT|Master Contract Token|master-contract-token|CRYPTO|2022|https://splyse.tech/#projects|a87cc2a513f5d8b4a42432343687c2127c60bc3f
136fca5a49b84a13bb6b1db7c0a5a601|SNRG|Synergy||CRYPTO|2018|http://www.synergycoin.com/|
1370029fa3094457983da7afae34a065|STORM|Storm|storm|CRYPTO|2022|https://stormtoken.com/|0xbe9375c6a420d2eeb258962efb95551a5b722803
13728fb67810474686d0b2298e7f7664|VOOT|VootCoin||CRYPTO|2018|http://www.vootcoin.net/|
1385a3da78184925946fdd105f57ea4f|PURA|Pura||CRYPTO|2018|https://pura.one/|
1394781d24034b1d877587ebad98a75b|NIX|NIX|nix|CRYPTO|2022|https://nixplatform.io/|
13b83061dd164d9eb13a231b8e17897e|ROX|Robotina|robotina|CRYPTO|2022|https://robotinarox.io/|0x574f84108a98c575794f75483d801d1d5dc861a5
1401b1a1b8c24b34b7521144e8f8dd17|CLUB|ClubCoin||CRYPTO|2018|http://clubcoin.co/|
141d2e2e6de44ca9b78245eaf8496e0f|GODS|Gods Unchained|gods-unchained|CRYPTO|2022|https://godsunchained.com/|
142e1ba63f914bbe9e3e5e35f4dc69a7|GST|GameStars|gamestars|CRYPTO|2022|https://gamestars.io/|0x67a9099f0008c35c61c00042cd9fb03684451097
143bac12bbf64bbf8ca8eff1d89cc9b7|AXS|Axie Infinity|axie-infinity|CRYPTO|2022|https://axieinfinity.com/|0xbb0e17ef65f82ab018d8edd776e8dd940327b28b
14569c3798c844d49f4152aa05f2e0a4|SHROOM|Niftyx Protocol|niftyx-protocol|CRYPTO|2022|https://www.niftyx.org/|0xed0439eacf4c4965ae4613d77a5c2efe10e5f183
1481f29df9274b198c8c4cd78f29332a|RLX|Relex||CRYPTO|2018|http://www.relex.io/|
1490fca629f8416a835be9d000f26fd0|XAUT|Tether Gold|tether-gold|CRYPTO|2022|https://tether.to/|0x4922a015c4407f87432b179bb209e125432e4a2a
14cc447ec25e4a1498542c0020016287|ADB|adbank|adbank|CRYPTO|2022|https://adbank.network/|0x2baac9330Cf9aC479D819195794d79AD0c7616e3
14e6e78c049c4f678e2d703225d14d7c|BTNT|BitNautic|bitnautic|CRYPTO|2022|https://bitnautic.io/|0xc45dbdf28844fdb1482c502897d433ac08d6ccd0
150b472194f04e6aa5aacc785858a153|XTA|Italo|italo|CRYPTO|2022|https://italo.network/|
150fe5764bd94bd38a36882fb60898ac|GRC|Gridcoin|gridcoin|CRYPTO|2022|http://www.gridcoin.us/|
151628de7e8643fb9616c1cf4e2733d1|YFI|yearn.finance|yearn-finance|CRYPTO|2022|https://yearn.finance/|0x0bc529c00c6401aef6d220be8c6ea1667f6ad93e
1523a0852696487889f8baa025814d8d|EDT|EtherDelta-Token||CRYPTO|2018|https://etherdelta.com/|
1539310c931d47099954133d34b2b8c4|PARETO|Pareto Network||CRYPTO|2018|https://pareto.network/|
15572edacb2244989abb5edf532b1160|GRID|Grid|grid|CRYPTO|2022|https://gridplus.io/|0x12b19d3e2ccc14da04fae33e63652ce469b3f2fd
1566b4e6ba004d92b0f429c39744175f|RVN|Ravencoin|ravencoin|CRYPTO|2022|https://ravencoin.org/|
15886a83a8aa4a5d9ce3867ef74b56b9|BST|BlockStamp|blockstamp|CRYPTO|2022|https://blockstamp.info/|
158f925bb29c4cbea536f7599906274f|WIX|Wixlar|wixlar|CRYPTO|2022|https://wixlar.com/|0x7ba19b7f7d106a9a1e0985397b94f38eee0b555e
15acca298d0d4d239b56770c63dedaf0|ULA|Ulatech||CRYPTO|2018|https://ulatech.com/|
15d046d8afe0450ba74d749e2f6c2b88|AUX|Auxilium|auxilium|CRYPTO|2022|https://auxilium.global/|
15d93d324f3140f6b6bbd4f928cae4b3|NET|Nimiq Exchange Token|nimiq-exchange-token|CRYPTO|2022|https://nimiq.com/|0xcfb98637bcae43C13323EAa1731cED2B716962fD
16018f2c717e4e5cbede5ad9479c88b1|BTSX|BitSharesX||CRYPTO|2018|http://bitshares-x.info/index.php|
16031b77c0cb4e81a609121e66300ea8|TROY|Troy|troy|CRYPTO|2022|https://troytrade.com/|
161422fa871c40c9a6faec14666b24b1|DUSK|Dusk Network|dusk-network|CRYPTO|2022|https://www.dusk.network|0x940a2db1b7008b6c776d4faaca729d6d4a4aa551
1616d0950e554f6989b47de3ecac0540|CEEK|CEEK VR|ceek-vr|CRYPTO|2022|https://www.ceek.io/|0xb056c38f6b7dc4064367403e26424cd2c60655e1
1619a755aed24ba5ac1eadca717e72ad|PXG|PlayGame|playgame|CRYPTO|2022|https://its.playgame.com/|0x47e67ba66b0699500f18a53f94e2b9db3d47437e
1643577e57244aca864c62af9d580344|HOP|Hop Protocol|hop-protocol|CRYPTO|2022|https://hop.exchange/|
166ec555e3824abba55874b888b51c3a|POLC|Polkacity|polkacity|CRYPTO|2022|https://www.polkacity.io/|0xaa8330fb2b4d5d07abfe7a72262752a8505c6b37
168d57bb311e4543a126e51e52c581f3|STC|StarChain||CRYPTO|2018|http://www.starchain.one/|
16982cf114d840aba05a125b65092b72|POLIS|Polis|polis|CRYPTO|2022|https://polispay.org/|
16a8579aabf94cd2a5efc419cb06d3d9|GTQ|Guatemalan Quetzal|guatemalan-quetzal|FIAT|2022||
16ad336a379d4ff8b091924989f90540|AI|POLY-AI||CRYPTO|2018|https://polynetwork.org/|
16add9706b024e9788fbd0491445de17|LYM|Lympo|lympo|CRYPTO|2022|https://lympo.io/|0xc690f7c7fcffa6a82b79fab7508c466fefdfc8c5
16bf1a1129914f2a8696d7392c9ae324|ATMI|Atonomi||CRYPTO|2018|https://atonomi.io/|
16bf93702ad643a994c2434b07c68f6e|DIO|Decimated|decimated|CRYPTO|2022|https://www.decimated.net/|0x35a5cb585d51d836922b78a9bb1f5c04635c39b6
16c1920a01634a66950ce6d38e9912b6|RCT|RealChain||CRYPTO|2018|http://rcfund.org/en-US|
16e0fd3d28ed4e6aab4054c87972d1f1|FNTB|Fintab||CRYPTO|2018|https://fintab.io/ico/|
16e5354a7e39413291600b05bf0e3905|SWM|Swarm Network|swarm-network|CRYPTO|2022|https://www.swarmnetwork.org|0x3505f494c3f0fed0b594e01fa41dd3967645ca39
16fbbadb791f4d61bad81d2feb56bbff|RYO|Ryo Currency|ryo-currency|CRYPTO|2022|https://ryo-currency.com/|
17050fbca7244cb8ac4e21f9e27d29c7|BIL|Billioncoin||CRYPTO|2018|http://www.billioncoin.net/|
1741a6fe6a0d4b24803662bb279f6ed5|SOUL|Phantasma|phantasma|CRYPTO|2022|https://phantasma.io/|
1755cd094e364409a81d319e3cc5221a|SHE|ShineChain|shinechain|CRYPTO|2022|https://etherscan.io/token/0x9064c91e51d7021A85AD96817e1432aBf66|0x9064c91e51d7021A85AD96817e1432aBf6624470
177a2c757560438f8e9942df34d6ad87|GNX|Genaro Network|genaro-network|CRYPTO|2022|https://genaro.network/en|0x6ec8a24cabdc339a06a172f8223ea557055adaa5
1788b0c8ddc0485ea7b8861badaf180e|MAGIC|Magic|magic|CRYPTO|2022|https://treasure.lol/|
17a26a4997774b8b9a6e3b5d54ea8f16|GAFI|GameFi|gamefi|CRYPTO|2022|https://gamefi.org/|0x89af13a10b32f1b2f8d1588f93027f69b6f4e27e
17d8c7edd04c4e5098207dd12e8a501d|TUBE|BitTube|bittube|CRYPTO|2022|https://coin.bit.tube/|
17f819e9179c4e7286dfb7793cd83c12|DTX|DaTa eXchange Token|data-exchange-token|CRYPTO|2022|https://databrokerdao.com/|0x765f0c16d1ddc279295c1a7c24b0883f62d33f75
181b0e9ce1094c958457722f7440009d|MNT|Mongolian Tugrik|mongolian-tugrik|FIAT|2022||
1833ceb080de49feb468d5b46f5161cc|OGO|Origo|origo|CRYPTO|2022|https://origo.network/|0xff0e5e014cf97e0615cb50f6f39da6388e2fae6e
187f22e7c4144a1c9c22c4033c4c98c1|XRL|Rialto|rialto|CRYPTO|2022|https://www.rialto.ai/|0xB24754bE79281553dc1adC160ddF5Cd9b74361a4
1886ffc45c7d42d1a42354cbc2486d31|FTOKEN|FCoin-Token||CRYPTO|2018|https://www.fcoin.com/aboutft.html|
18c9066292114c849a92891d96772756|GLMR|Moonbeam|moonbeam|CRYPTO|2022|https://moonbeam.network/|
18f309902cf749d5a7938799ac11ba5a|WEBD|WebDollar|webdollar|CRYPTO|2022|https://webdollar.io/|
1913f7933cc943afb69ae0470234daf1|EXRD|e-Radix|e-radix|CRYPTO|2022|https://www.radixdlt.com/|0x6468e79a80c0eab0f9a2b574c8d5bc374af59414
19343332e9c54f0d977fb4e0266f736a|QNTU|Quanta-Utility-Token||CRYPTO|2018|https://www.quantaplc.im/|
19360d747db943318915d0020cefa7ae|NBAI|Nebula-AI||CRYPTO|2018|https://www.nebula-ai.com/|
195f274e7d1e41caa7fe348b701431be|BTAD|Bitcoin-Adult||CRYPTO|2018|https://www.bitcoin-adult.com/|
1967fd2460c84e999bc822a3069674fb|NBC|NioBium|niobium|CRYPTO|2022|https://niobiumcoin.io/|0x9f195617fa8fbad9540c5d113a99a0a0172aaedc
1971cb7188cd43bcb3548d7df9a0a97e|SHIB|Shiba Inu|shiba-inu|CRYPTO|2022|https://shibatoken.com/|0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce
1993003627a746e98bc186f3e7bb4cef|GARD|Hashgard|hashgard|CRYPTO|2022|https://www.hashgard.io/#/|0x5c64031c62061865e5fd0f53d3cdaef80f72e99d
199901549b504ea59f13871c77cf0309|PROM|Prometeus|prometeus|CRYPTO|2022|https://prometeus.io/|0xfc82bb4ba86045af6f327323a46e80412b91b27d
19a4e27ff7a6497e9b275d50a2cb3eff|BNC|BraveNewCoin||CRYPTO|2018|https://bravenewcoin.com/|
19b1b0a5f7754260b6845dffe3143fff|LAZIO|S.S. Lazio Fan Token|lazio-fan-token|CRYPTO|2022|https://www.sslazio.it/en|
19b20e503a8246d8b52bc9c081b5f5d2|UT|Ulord|ulord|CRYPTO|2022|https://ulord.one/|
19b97dc4d6b34b6ebd8114d85457627e|FARM|Harvest Finance|harvest-finance|CRYPTO|2022|https://harvest.finance/|0xa0246c9032bC3A600820415aE600c6388619A14D
19b9b4bccaa0438a9e2a1c079fe8733e|XCH|Chia Network|chia-network|CRYPTO|2022|https://www.chia.net/|
19bac065d39d43a4b6e2f2075a5d31d5|CRED|Verify||CRYPTO|2018|https://verify.as/|
19e4262db41f4b60872d84ad48e7f4c9|IOTX|IoTeX|iotex|CRYPTO|2022|https://iotex.io/|
19e67de355ca4741856db965f75ad1d0|CHX|Chainium|chainium|CRYPTO|2022|https://chainium.io/|0x1460a58096d80a50a2F1f956DDA497611Fa4f165
19ee2dcf137a4e4cac9a4970c32d10a5|TEN|Tokenomy|tokenomy|CRYPTO|2022|https://www.tokenomy.com/|0xdd16ec0f66e54d453e6756713e533355989040e4
19f69afe2045485bb3dfde8e106a9073|BIG|BigONE-Token||CRYPTO|2018|https://big.one/|
1a11aab7dab84b38a175865fb739224d|SETH|Sether||CRYPTO|2018|http://sether.com/#/|
1a3e547edeaa4c2b85e1be2d17c9f5ae|NEU|NeuCoin||CRYPTO|2018|http://www.neucoin.org/en/|
1a488b0bf4ad47b8bf312049339e7be6|HGET|Hedget|hedget|CRYPTO|2022|https://www.hedget.com/|0x7968bc6a03017ea2de509aaa816f163db0f35148
1a7eaeff45d447e2b92d061b654b358b|REVV|REVV|revv|CRYPTO|2022|https://www.revvmotorsport.com/|0x557b933a7c2c45672b610f8954a3deb39a51a8ca
1ac251e0cf74422f810becddff4cbc5d|HUF|Hungarian Forint|hungarian-forint|FIAT|2022||
1ad8cd3125fa410f97b4f042eba17c13|XSG|SnowGem||CRYPTO|2018|https://snowgem.org/|
1adaf496cd5c400e9904f1dfab736143|ESCO|EscrowCoin||CRYPTO|2018|http://escrow-coin.com/|
1b1fadec8ddb4a90b231f41dc048e752|FARA|FaraLand|faraland|CRYPTO|2022|https://faraland.io/|0xf4ed363144981d3a65f42e7d0dc54ff9eef559a1
1b5fe4724d8740d5ba41a56081269123|AVA|Travala|travala|CRYPTO|2022|https://project.travala.com/|de2ed49b691e76754c20fe619d891b78ef58e537
1b6d9ec80732404a9a4c06c8ec56ec1d|THRT|Thrive-Token||CRYPTO|2018|https://ico.thrivelabs.io/|
1b6fc182c15f4b0c89bb6b43564ec914|RISE|Rise|rise|CRYPTO|2022|https://rise.vision/|
1b781b5413d240c98755d5983c349660|OF|OFCOIN||CRYPTO|2018|http://www.ofbank.com/|
1bc2d21ac18c41e781d5e0dafe8c4145|NZD|New Zealand Dollar|new-zealand-dollar|FIAT|2022||
1bd4c74ef33a46438b6d9a7ab8f0ba81|CARD|Cardstack|cardstack|CRYPTO|2022|https://cardstack.com/|0x954b890704693af242613edef1b603825afcd708
1c361bbcafa74264954640db957b29d5|BUBO|Budbo||CRYPTO|2018|https://budbo.io/|
1c499b18d7e343e2beb1f283ef253069|ASR|AS Roma Fan Token|as-roma-fan-token|CRYPTO|2022|https://www.asroma.com/it|
1c5d3801202f4a59be7b5c1d23f0d534|IXT|ixLedger|ixledger|CRYPTO|2022|https://insurex.co/|0xfca47962d45adfdfd1ab2d972315db4ce7ccf094
1c883213ed764fadb9bda6dc15078bfc|ZED|ZED Token|zed-token|CRYPTO|2022|https://zedtoken.com/|
1ca7761440414a409f106979534a67ee|FXT|FuzeX|fuzex|CRYPTO|2022|https://fuzex.co/|0x1829aa045e21e0d59580024a951db48096e01782
1cc3bea6292149559c21c58daebbdd29|NEAR|Near|near|CRYPTO|2022|https://near.org/|
1cc57f05880b4dc880fe3748a7c780ac|NU|NuCypher|nucypher|CRYPTO|2022|https://www.nucypher.com/|0x4fe83213d56308330ec302a8bd641f1d0113a4cc
1cd6e87235ef44e7a81556d2ff5447b4|HRK|Croatian Kuna|croatian-kuna|FIAT|2022||
1ce7833a8af84d0998b39b63c74038f2|MOD|Modefi|modefi|CRYPTO|2022|https://modefi.io/|0xea1ea0972fa092dd463f2968f9bb51cc4c981d71
1ce89a8061f246e1a741a1183e5d7b49|PASC|PascalCoin|pascalcoin|CRYPTO|2022|http://www.pascalcoin.org/|
1cfbb33aee734633a6c074ed239151c0|TON|Toncoin|toncoin|CRYPTO|2022|https://ton.org/en/toncoin|
1d0abda1e2e9405bae56f8d440a2d234|NBR|Niobio|niobio-cash|CRYPTO|2022|https://niobio.cash/|
1d44dbf4e5b842939928ae11a51f871b|AWR|Aware||CRYPTO|2018|https://www.aware.bi/|
1d6976ded29b43f899f4a23cec9d0e90|YEE|Yee|yee|CRYPTO|2022|http://www.yeefoundation.com/home|0x922105fad8153f516bcfb829f56dc097a0e1d705
1d727840f88f4bdfa4ad2d512466ada4|HUM|Humanscape|humanscape|CRYPTO|2022|https://humanscape.io/en/index.html|0x174afe7a032b5a33a3270a9f6c30746e25708532
1da0ac2b2e8141dd94188a77a982f055|BOT|Bodhi||CRYPTO|2018|http://www.bodhi.network/|
1da56ef18fe44f7ea8f258a30a913687|AUR|Auroracoin|auroracoin|CRYPTO|2022|http://auroracoin.is/|
1da59520517847a49aaf986594f4c489|PGN|Pigeoncoin||CRYPTO|2018|https://pigeoncoin.org/|
1da69698dd164cf88be5c2258b9055c5|PTT|Proton Token|proton-token|CRYPTO|2022|https://www.proton.global/|0x4689a4e169eb39cc9078c0940e21ff1aa8a39b9c
1dafaa5170ff4991b9ba45c870a33bf5|ZCR|ZCore|zcore|CRYPTO|2022|https://zcore.cash/|
1dcb05535a0e46f4b909a3219e5817c6|SDS|Alchemint-Standards||CRYPTO|2018|http://alchemint.io/#/home|
1dd223ade2df43eca65cad8dfdd712f7|HBTC|Huobi BTC|huobi-btc|CRYPTO|2022|https://www.htokens.finance/en-us/|0x0316eb71485b0ab14103307bf65a021042c6d380
1dd2b3135cd048289dc5e2148ebd1eda|RLY|Rally|rally|CRYPTO|2022|https://rally.io/|0xf1f955016ecbcd7321c7266bccfb96c68ea5e49b
1e0148f5a5754952b55165f4fab9f61f|ACM|Actinium|actinium|CRYPTO|2022|https://actinium.org/|
1e1c8af758e243d2b8955d2db71c761d|SYNC|Sync||CRYPTO|2018|http://www.synclub.net/|
1e2d04fc628245b9a9ff6e89a1de3732|XMY|Myriadcoin|myriadcoin|CRYPTO|2022|http://myriadcoin.org/|
1e59f221684c497ca7405ad9a4429016|TYPE|Typerium|typerium|CRYPTO|2022|https://typerium.io/|0xeaf61fc150cd5c3bea75744e830d916e60ea5a9f
1e7d1e7ee5d04a31afe6af1dca552080|LUX|LUXCoin|luxcoin|CRYPTO|2022|https://luxcore.io/|
1ec3976a08284d4fa868556853f9ca89|CVC|Civic|civic|CRYPTO|2022|https://www.civic.com/|0x41e5560054824ea6b0732e656e3ad64e20e94e45
1ec5df5e49bb4cf5a235b44d6fd35a8c|BSP|BallSwap|ballswap|CRYPTO|2022|https://ballswapper.com/|0xa1454f9c704af96636f3a7532b9a04c411f85680
1ec9269fdb6843b286c9046bf6fa9142|AERGO|Aergo|aergo|CRYPTO|2022|https://www.aergo.io/|0x91af0fbb28aba7e31403cb457106ce79397fd4e6
1ed6257b68964818ba5b5eee1856756a|LWF|Local-World-Forwarders||CRYPTO|2018|https://www.lwf.io/en|
1efcc2fb8fc94995a4ec784d79c081c6|MPL|Maple|maple|CRYPTO|2022|https://www.maple.finance/|0x33349b282065b0284d756f0577fb39c158f935e6
1f1cb744918c42d381e198bacd172e76|CSTL|Castle|castle|CRYPTO|2022|https://projectcastle.tech/|
1f37a48e1391446ca6f0f02e6a5ffbb1|XOF|CFA Franc BCEAO|cfa-franc-bceao|FIAT|2022||
1f3fc66dc26c4d88bbf03e809e64c706|DPY|Delphy|delphy|CRYPTO|2022|https://delphy.org/|0x6c2adc2073994fb2ccc5032cc2906fa221e9b391
1f44af869048486ea05f7f67f24e81d1|BCD|Bitcoin Diamond|bitcoin-diamond|CRYPTO|2022|https://www.bitcoindiamond.org/|
1f729a254b394327a02536f18d85171a|LBP|Lebanese Pound|lebanese-pound|FIAT|2022||
1fa15a93c5c84e30921e76142c7a6dad|ICO|ICOCoin||CRYPTO|2018|http://icocoin.org/|
1fbd8acf292e4f73afae51ba2b0d4c6f|POLS|Polkastarter|polkastarter|CRYPTO|2022|https://www.polkastarter.com/|0x83e6f1E41cdd28eAcEB20Cb649155049Fac3D5Aa
1fdb2d88ad78420592935f6d4afcc7e6|HSR|Hshare||CRYPTO|2018|https://h.cash/|
1ff7b6d6d69a4b4b95ac3e43b7149f82|AEG|Aegeus||CRYPTO|2018|https://aegeus.io/|
2017534fbea2434ea6eb7664cc395e1c|MZC|Mazacoin||CRYPTO|2018|http://www.mazacoin.org/|
2039f03e466243d484e83e238619fe58|TWIST|Twist||CRYPTO|2018|https://twist.network/|
204bee0f1eb74d2295eaec1d58d06848|CFUN|CFun||CRYPTO|2018|https://www.cfunproject.com/|
208052d772e74442ade55a8cb3f942a9|CND|Cindicator|cindicator|CRYPTO|2022|https://cindicator.com/|0xd4c435f5b09f855c3317c8524cb1f586e42795fa
20890afa1f974ea4b777675fb128691f|TUSD|TrueUSD|trueusd|CRYPTO|2022|https://www.trusttoken.com/|0x0000000000085d4780B73119b644AE5ecd22b376
20b1e0e5c526434b8b55351d07c6430d|SHX|Stronghold Token|stronghold-token|CRYPTO|2022|https://stronghold.co/stronghold-shx|SHX-GDSTRSHXHGJ7ZIVRBXEYE5Q74XUVCUSEKEBR7UCHEUUEK72N7I7KJ6JH
20e3a04a91014028889b9614a2e33bc6|PRQ|PARSIQ|parsiq|CRYPTO|2022|https://www.parsiq.net/|0x362bc847a3a9637d3af6624eec853618a43ed7d2
20eb1963ff0e4e1b810e83542cd30692|GIP|Gibraltar Pound|gibraltar-pound|FIAT|2022||
20f43daee8aa4147a341762cc5ae735f|INSUR|InsurChain||CRYPTO|2018|http://www.insurchain.org/|
210d1b431a50433c845238ba3162b5c4|OTN|Open-Trading-Network||CRYPTO|2018|https://otn.org/|
213fcbe92d7d4daf9d9d3b70985d38ed|MSP|Mothership||CRYPTO|2018|https://mothership.cx/|
214329918ee14400b3b9851eda9ec58d|UOS|Ultra|ultra|CRYPTO|2022|https://ultra.io/|0xd13c7342e1ef687c5ad21b27c2b65d772cab5c8c
21514fb40ed84a879759be23c6725f7d|GAME|GameCredits|gamecredits|CRYPTO|2022|http://gamecredits.net/|0x63f88a2298a5c4aee3c216aa6d926b184a4b2437
2174b8bd339f4c569c454baf5e9ddfc7|REEF|Reef Finance|reef-finance|CRYPTO|2022|https://reef.finance/|0xfe3e6a25e6b192a42a44ecddcd13796471735acf
217849a77b824e95a10c7601e0ac3aa1|TRST|WeTrust|wetrust|CRYPTO|2022|https://www.wetrust.io/|0xcb94be6f13a1182e4a4b6140cb7bf2025d28e41b
2178f3ef8d5341429b69d5569d004ce0|VIEW|View||CRYPTO|2018|https://view.ly/new|
2183a5b1d6184ea592f96b0f577e82b0|OCN|Odyssey|odyssey|CRYPTO|2022|http://www.ocoins.cc/|0x4092678e4E78230F46A1534C0fbc8fA39780892B
2189556476744800b046b03a8214d532|TOTO|Tourist Token|tourist-token|CRYPTO|2022|https://globaltourist.io/|0xe3278df3eb2085ba9b6899812a99a10f9ca5e0df
2189d8fcff8c4274a70e5a68404fec56|DFI|DeFiChain|defichain|CRYPTO|2022|https://defichain.com/|
21b452d18ea04503857a10ec423d0de0|MFTU|Mainstream For The Underground|mainstream-for-the-underground|CRYPTO|2022|https://mftu.net/|0xba745513acebcbb977497c569d4f7d340f2a936b
21ff8375f62e4192945fb2c7cef4dfbe|ASTRO|Astro||CRYPTO|2018|https://www.astronaut.capital/|
21ffda0964804974b4df0cdc54f3506a|ORION|Orion Money|orion-money|CRYPTO|2022|https://orion.money/|0x727f064a78dc734d33eec18d5370aef32ffd46e4
22213aa41c604e46a38b5b7235815d0d|POSW|PoSW Coin|posw-coin|CRYPTO|2022|https://poswallet.com/|
2230e147061447c19ce9afd6b7ef6f51|DZD|Algerian Dinar|algerian-dinar|FIAT|2022||
22474300761e47b3a2a801384d2ee509|SVC|Salvadoran Colón|salvadoran-colón|FIAT|2022||
228f57cc9c7e4ee8921bb24fc44dc0da|VULC|Vulcano||CRYPTO|2018|https://vulcano.io/|
228fd57a7716426892da2f877c60ad4b|BCC|BitConnect||CRYPTO|2018|https://bitconnectcoin.co/|
22ad7e08ff7f4199971f15dd13cf2cd0|CNET|ContractNet||CRYPTO|2018|https://contractnet.com/|
22bcc852e4ce47879cce78693b2032cb|SAN|Santiment Network Token|santiment-network-token|CRYPTO|2022|https://santiment.net/|0x7c5a0ce9267ed19b22f8cae653f198e3e8daf098
22e25e85308c41a6892416946c1261b2|FRTS|Fruits|fruits|CRYPTO|2022|https://fruitsblockchain.com/|
22e3a5d918874590819d0eec4a36f2b8|KRL|Kryll|kryll|CRYPTO|2022|https://kryll.io/|0x464ebe77c293e473b48cfe96ddcf88fcf7bfdac0
22fc1a1b33264875ae863a26510192f8|THETA|Theta Token|theta-token|CRYPTO|2022|https://www.thetatoken.org/|0x3883f5e181fccaF8410FA61e12b59BAd963fb645
230aa3747ff44d3c93f6047a22bdffcd|BUL|Bulleon|bulleon|CRYPTO|2022|https://bulleon.io/|0x0775c81a273b355e6a5b76e240bf708701f00279
231205ce4a064530a0ca4c6eab51c885|BDT|Bangladeshi Taka|bangladeshi-taka|FIAT|2022||
23276c8b16444c369a8c0c6f804ddb61|MATH|MATH|math|CRYPTO|2022|https://mathchain.org/en/|
233b28ff397b46fb96aafbe805acab6c|APX|APX-Ventures||CRYPTO|2018|https://apxv.org/|
233db673f43e4767a47608713a83e90f|ECASH|EthereumCash||CRYPTO|2018|https://www.ethereumcash.technology/|
23455f6f7d494cfb8649b3766481bbab|EDOGE|EtherDoge||CRYPTO|2018|https://etherdoge.org/|
234d376fe2724237bf0e5cdcdfd37b12|XOR|Sora|sora|CRYPTO|2022|https://sora.org/|0x40FD72257597aA14C7231A7B1aaa29Fce868F677
23640dc26dec453cbe460a92bc88f297|GBC|Gold-Bits-Coin||CRYPTO|2018|https://goldbitscoin.com/|
236eb924026b41a0a4f7ba4f8873fa62|IGNIS|Ignis|ignis|CRYPTO|2022|https://www.jelurida.com/|
236f26f7354b459f8ec3332cb210bcc6|ATC|Arbitracoin||CRYPTO|2018|https://arbitracoin.com/|
23a7d531fdd5426d8b0757331d041a5d|MGD|MassGrid||CRYPTO|2018|https://www.massgrid.com/|
23ad322e2083420a868e5bec9adc72fa|ACDC|Volt|volt|CRYPTO|2022|https://volttech.io/|0xfc44ec51c80e35a87bc2140299b1636ec83dfb04
23be74820a3c4fafb90b1c861913c32a|UNO|Uno Re|uno-re|CRYPTO|2022|https://unore.io/|0x474021845c4643113458ea4414bdb7fb74a01a77
23d3f7ead8f943ea83281a10341c6d77|BYC|Bytecent|bytecent|CRYPTO|2022|http://bytecent.com/|
23dcc45f1ff9418d9535b2939506e5af|FINA|Defina Finance|defina-finance|CRYPTO|2022|https://defina.finance/|
23e64ce6c7ae4068b70b63119862a4f2|FLIK|FLiK||CRYPTO|2018|http://www.theflik.io/|
240b7a3d8b564ce59b3466caac951d6f|TOKO|Tokoin|tokoin|CRYPTO|2022|https://www.tokoin.io/|0xa0F0546Eb5E3eE7e8cfC5DA12e5949F3AE622675
241183812f9842e391be10f904de530e|EDG|Edgeless|edgeless|CRYPTO|2022|https://edgeless.io/|0x08711d3b02c8758f2fb3ab4e80228418a7f8e39c
242ec4b47d914958a0913eeaa87bca74|VIT|Vice Industry Token|vice-industry-token|CRYPTO|2022|https://vicetoken.com/|0x23b75bc7aaf28e2d6628c3f424b3882f8f072a3c
2437a84dcdc448d2b04b556a463ede60|$ANRX|AnRKey X|anrkey-x|CRYPTO|2022|https://anrkeyx.io/|
2445e4f15bed46febc313586c815707e|WSB|Wallstreetbets DApp|wallstreetbets-dapp|CRYPTO|2022|https://www.wsbdapp.com/|
244a93bf0da34f11986549a7009eade4|TZC|TrezarCoin|trezarcoin|CRYPTO|2022|https://trezarcoin.com/|
24555005e0b749fdbf4e66dac1eb85af|OBITS|Obits||CRYPTO|2018|http://www.obits.io/|
2455c6980e724cdf960b95f2589c0b0f|CMDX|Comdex|comdex|CRYPTO|2022|https://comdex.one/home|
247ac20f76c54103a6d569e95a29ecda|CHZ|Chiliz|chiliz|CRYPTO|2022|https://www.chiliz.com/en/home/|0x3506424f91fd33084466f402d5d97f05f8e3b4af
24a7c5a4f0634b7e9e5dff8801a3dca7|EVR|Everus|everus|CRYPTO|2022|https://everus.org/|0x3137619705b5fc22a3048989f983905e456b59ab
24ae66f222e940c9a392f306e6f39e3b|VEIL|Veil|veil|CRYPTO|2022|https://veil-project.com/|
24b2e09dcac34fd6944e835b7a33ec87|SHMN|StrongHands Masternode|stronghands-masternode|CRYPTO|2022|https://www.stronghands.info/masternodes/|
24c3ce8c723f4983a19c4a6c59cdb90a|ATM|ATMChain||CRYPTO|2018|https://www.atmchain.io/|
24d5762a6fcc4f429f7e24c896d7d11d|MINT|Mintcoin|mintcoin|CRYPTO|2022|https://www.mintcoinofficial.eu/|
24f8a81dc0d44eb9a6c8256137647e68|EVMOS|Evmos|evmos|CRYPTO|2022|http://evmos.org/|
2507c1a9b3f349a4a6a9db6150aaf382|XMO|Monero-Original||CRYPTO|2018|https://monero-original.org/|
251b1aabe0574acea9afaab68e1085a7|NXTTY|Nxttycoin||CRYPTO|2018|https://bitcointalk.org/index.php?topic=735878.0|
2550afa1b8634b198d4a7ba00b0bc361|CRBIT|CreditBIT||CRYPTO|2018|https://www.creditbit.org/|
25606c68dba24c62b0b59ba77e90742b|EFL|Electronic-Gulden||CRYPTO|2018|https://e-gulden.org/index.php/home|
2565f3359b5049e481a908dfa68d33cd|PRTX|Printex||CRYPTO|2018|http://website.printex.tech/|
256996c3a2a04a63b354b1e8948e1972|WIN|WCOIN||CRYPTO|2018|https://www.wawllet.com/|
25b09b51b99745039ac188950172c259|MRS|Symbol changed||CRYPTO|2018||
25bce7f81343402c962344f0436dfc28|INB|Insight Chain|insight-chain|CRYPTO|2022|http://www.insightchain.io/|0x17aa18a4b64a55abed7fa543f2ba4e91f2dce482
25bded8169604fbcae5af049ca63ac59|NGC|Naga Coin|naga-coin|CRYPTO|2022|https://www.nagaico.com/|0x72dd4b6bd852a3aa172be4d6c5a6dbec588cf131
25fd497d76ea4f92a658e5846e97fd6a|PULI|Puli|puli|CRYPTO|2022|https://pulitoken.net/|
26445191c3cf41e4a2c8fffa930e7a6b|WCO|Winco|winco|CRYPTO|2022|https://winco.io/|0xd44bb6663936cab1310584a277f7daa6943d4904
265b73d5bd364dda865aca9f59505535|ARCT|AbitrageCT|abitragect|CRYPTO|2022|https://arbitragect.com/en/index.html|0x1245ef80f4d9e02ed9425375e8f649b9221b31d8
266a61ea88984ca6a5bd2ae5eb7fcb4e|GEN|DAOStack|daostack|CRYPTO|2022|https://daostack.io/|0x543ff227f64aa17ea132bf9886cab5db55dcaddf
266c9bb3a6a44daf93efbbbe6b0c5760|SNGLS|SingularDTV|singulardtv|CRYPTO|2022|https://singulardtv.com/|0xaec2e87e0a235266d9c5adc9deb4b2e29b54d009
2686a8d9ac25491c9638e4a58e63cfe6|RISE|EverRise|everrise|CRYPTO|2022|https://www.everrise.com/|
2691fec28474480c86eda16b00f93577|OPIUM|Opium|opium|CRYPTO|2022|https://www.opium.network/|0x888888888889c00c67689029d7856aac1065ec11
26c742d95bdb48c38331a7dd8928acde|MMO|MMOCoin|mmocoin|CRYPTO|2022|https://mmocoin.pro/|
26d198ae34f64b7688c5e4a4e4262d54|DIM|Dimcoin||CRYPTO|2018|https://dim.foundation/|
26d7fc5d7ec0440da94684d1cc70b68a|START|Startcoin|startcoin|CRYPTO|2022|https://startcoin.org/|
26e46c766fbc4f47a6fa2b8ed49575ea|TON|TON Crystal|ton-crystal|CRYPTO|2022|https://freeton.org/|
27193cb1b4b24546827ed1dfda8ceb8d|BOND|BarnBridge|barnbridge|CRYPTO|2022|https://barnbridge.com/|0x0391D2021f89DC339F60Fff84546EA23E337750f
271bce2c5f164e25ae2fa8b6807c9743|KRD|Krpton DAO|krpton-dao|CRYPTO|2022|https://krypton.homes/#/index|
2782b101b0454c6291d00dc795a4f6ec|TSC|Thunderstake||CRYPTO|2018|https://thunderstake.com/|
278eded446624fa39ca2bb1ab4378860|BMD|Bermudan Dollar|bermudan-dollar|FIAT|2022||
27947a41e0f94a1d8033929443d97a54|BCY|BitCrystals||CRYPTO|2018|http://bitcrystals.com/|
2797792515bc4cd2b46db4d0ba07c0f9|SNC|SunContract|suncontract|CRYPTO|2022|https://suncontract.org/|0xF4134146AF2d511Dd5EA8cDB1C4AC88C57D60404
27b70b92ae0143f282aebd2c0e0ba1f7|DCC|Distributed-Credit-Chain||CRYPTO|2018|https://dcc.finance/|
2801f519b9494d2dab530d753a0ea1ba|IDR|Indonesian Rupiah|indonesian-rupiah|FIAT|2022||
281304d517ac4267a059fdcce0b86d56|BLK|Blackcoin|blackcoin|CRYPTO|2022|http://www.blackcoin.co/|
281cf2280c704fd08887723ac1642689|ZCG|ZCash-Gold||CRYPTO|2018|http://zcashgold.net/|
2829d63d592e4694baa07fd85f77189c|ZOO|ZOO Crypto World|zoo-crypto-world|CRYPTO|2022|https://zoogame.finance/|
28428120c37446b7ace3c48caa97fe07|PRT|ParticleCoin||CRYPTO|2018|http://www.bitparticle.com/|
2843ecf859c645e2988d0f89cea5aad7|EFX|Effect.AI|effect-ai|CRYPTO|2022|http://effect.ai/|acbc532904b6b51b5ea6d19b803d78af70e7e6f9
284a6459e8a549d98c52c1051fcd74e6|RDD|ReddCoin|reddcoin|CRYPTO|2022|http://www.reddcoin.com/|
2884eda2e716406881825d3b05bdbd2f|ETI|EtherInc|etherinc|CRYPTO|2022|https://einc.io/|
288e6844fbe8454eb63c9f065c854c74|RUNE|THORChain|thorchain|CRYPTO|2022|https://thorchain.org/|
2891716d45de42ae8e8ceaa14dae26db|VGW|VegaWallet|vegawallet|CRYPTO|2022|https://www.vegawallet.com|0x94236591125e935f5ac128bb3d5062944c24958c
289309f3183e4bdaa12e912a648c6e27|CPC|CPChain|cpchain|CRYPTO|2022|http://www.cpchain.io/|0xfae4ee59cdd86e3be9e8b90b53aa866327d7c090
2896f23cb4a14e86a2fc3b3de005b237|MEC|Megacoin|megacoin|CRYPTO|2022|http://megacoin.in/|
289785a0cbf74d2b925def1859c02728|INCNT|Incent||CRYPTO|2018|https://www.incentloyalty.com/|
28af0de7fbf5470281683c47a482d720|BTX|Bitcore|bitcore|CRYPTO|2022|https://bitcore.cc/|
28d78f9108f44db2843aba6a0b3c31d0|VUV|Vanuatu Vatu|vanuatu-vatu|FIAT|2022||
28e37132c1c8432987d9c0fbcca10327|RAIN|Condensate|condensate|CRYPTO|2022|http://condensate.co/|
292f688718234ed2a3b9ae29d82582b2|OUSD|Origin Dollar|origin-dollar|CRYPTO|2022|https://www.ousd.com/|
293d26625aab452e946c401f45e453c7|JPY|Japanese Yen|japanese-yen|FIAT|2022||
295f4407b2874b7390b2e93c9992c63e|NAS|Nebulas Token|nebulas-token|CRYPTO|2022|https://nebulas.io/|0x5d65d971895edc438f465c17db6992698a52318d
2965553b868a409d9462f6fa657d18bc|PORTO|FC Porto Fan Token|fc-porto|CRYPTO|2022|https://www.fcporto.pt/pt|
296c08da8d094d1eacf9f7df784fd79f|FTM|Fantom|fantom|CRYPTO|2022|https://fantom.foundation/|0x4e15361fd6b4bb609fa63c81a2be19d873717870
29803fe2ac8b41ee84c4fa8a262370ea|OC|OceanChain||CRYPTO|2018|https://oceanchain.club/|
299872c263f84e039c715b435930434d|JOT|Jury.Online-Token||CRYPTO|2018|https://jury.online/|
29d608af899443058890b9730226391c|BOS|BOScoin||CRYPTO|2018|https://boscoin.io/|
29f675dc8cdd4d1099b7ed3a43524d4a|UTC|Ultracoin||CRYPTO|2018|http://ultracoin.net/|
2a349780375142e8b62fc9e28afd37f8|ICX|ICON|icon|CRYPTO|2022|https://www.icon.foundation/en/|0xb5a5f22694352c15b00323844ad545abb2b11028
2a512adc2ae7414482868536e08a02e8|LOOM|Loom Network|loom-network|CRYPTO|2022|https://loomx.io/|0xa4e8c3ec456107ea67d3075bf9e3df3a75823db0
2a529f3896bb4192b780dab8b43a23ae|SAFEX|SafeExchangeCoin||CRYPTO|2018|http://safex.io/#home|
2a7adda9b39b4682baacec68dc60bdca|DFS|DFSCoin||CRYPTO|2018|http://dfscoins.com/|
2a827d6dfb894fdb9e4f3680b1c47473|DEP|DEAPcoin|deapcoin|CRYPTO|2022|https://dea.sg/|0x1a3496c18d558bd9c6c8f609e1b129f67ab08163
2a844bd5fdb2409b8c165ccdbe01753d|STEEM|Steem|steem|CRYPTO|2022|https://steemit.com/|
2aae39b870e74b90b37d18cac9d5bdd7|TRU|Truebit|truebit|CRYPTO|2022|https://truebit.io/#home|
2abbce1f476a43d98977c9d50e40dfdc|HARD|HARD Protocol|hard-protocol|CRYPTO|2022|https://hard.kava.io/|
2abc500c96604becbe628dd7c68c23c1|JEWEL|DeFi Kingdoms|defi-kingdoms|CRYPTO|2022|https://defikingdoms.com/|
2ae422191cf448418e2b38116c2eb074|CDM|Condominium||CRYPTO|2018|http://cdmcoin.org/|
2aea480d1a694199a8ff0210f362b226|ULT|Ultiledger|ultiledger|CRYPTO|2022|https://www.ultiledger.io/|0xe884cc2795b9c45beeac0607da9539fd571ccf85
2b063b96e6eb433bb9b06f46b6d3d2fc|SOV|Sovereign Coin|sovereign-coin|CRYPTO|2022|https://sovcore.org/|
2b0d0f9a8a3e47a1b42e25f36569ff2b|BITS|Bitswift|bitswift|CRYPTO|2022|https://www.bitswift.io/|
2b32d5de3d32444db6bdb00324c1760f|PINK|Pinkcoin|pinkcoin|CRYPTO|2022|http://crypto.pink/|
2b83b17b899f41f0bb9379d0f215291f|XVG|Verge|verge|CRYPTO|2022|http://vergecurrency.com/|
2b8730843e7c499a972c29c673380aa0|DAG|Constellation|constellation|CRYPTO|2022|https://www.constellationlabs.io/|0xa8258abc8f2811dd48eccd209db68f25e3e34667
2bcbf913e5274e05844191b6710bffbb|PHP|Philippine Peso|philippine-peso|FIAT|2022||
2bdb70c626944040b59fc783eafed2d1|RAI|Rai Reflex Index|rai-reflex-index|CRYPTO|2022|https://reflexer.finance/|0x03ab458634910aad20ef5f1c8ee96f1d6ac54919
2be4857a0672425984a84a719f543fd5|EQT|EquiTrader||CRYPTO|2018|http://www.equitrader.co/|
2be8c87a69d647458b82c15a5115b5c3|DACS|DACSEE|dacsee|CRYPTO|2022|https://dacsee.io/#/|0xa31108e5bab5494560db34c95492658af239357c
2c119735ae004fbe91c854b514447e2d|MSR|Masari||CRYPTO|2018|https://getmasari.org/|
2c325930a2904333b4f56b7f45e96a22|HIVE|Hive|hive|CRYPTO|2022|https://hive.io/|
2c4e7ccb4b7641a193cffc01ae2e6486|KLV|Klever|klever|CRYPTO|2022|https://klever.io/en|
2c72c9bcef774bac8beabc176e2711ee|OBTC|ObitanChain||CRYPTO|2018|https://www.obitanchain.org/|
2c8ad3a0d9244b929ae430b109d92448|BETA|Beta Finance|beta-finance|CRYPTO|2022|https://betafinance.org/|
2c90f6ef7c4a4d12aed5d6acb5c3956b|WTT|Giga Watt Token|giga-watt-token|CRYPTO|2022|https://www.giga-watt.com/|0x84119cb33e8f590d75c2d6ea4e6b0741a7494eda
2cb5db4e3d304ad9b13fa63bb160a4d9|ADM|ADAMANT Messenger|adamant-messenger|CRYPTO|2022|https://adamant.im/|
2cc13cd1bf934c0d86a7dc596443292a|CRE|Carry|carry|CRYPTO|2022|https://carryprotocol.io/|0x115eC79F1de567eC68B7AE7eDA501b406626478e
2d000fe8de4e4740876d3387ba7de038|XCN|Cryptonite||CRYPTO|2018|http://cryptonite.info/|
2d0a565dd03e497f86ea701acf72e542|SC|Siacoin|siacoin|CRYPTO|2022|http://sia.tech/|
2d32ea767d6d415e9153a679b4b5b5a2|VIB|Viberate|viberate|CRYPTO|2022|https://www.viberate.io/|0x2c974b2d0ba1716e644c1fc59982a89ddd2ff724
2d482036ae65444ba6e99916f05247ee|MVR|Maldivian Rufiyaa|maldivian-rufiyaa|FIAT|2022||
2d6ac3fe27be4dd7b62b9e7547177aaf|SEK|Swedish Krona|swedish-krona|FIAT|2022||
2d81fff646db4108be1d0a7b5ac56b34|PPY|Peerplays||CRYPTO|2018|https://www.peerplays.com/|
2dafe18a1952453b8a1b01254c07490f|XDNA|XDNA|xdna|CRYPTO|2022|https://xdna.io/|
2dbd7fc7fca040ea8602e8f4ef893f18|IDOL|IDOLCOIN||CRYPTO|2018|https://idolco.in/en/|
2dc0bbfe391b47da9797508576b37166|MIA|MiamiCoin|miamicoin|CRYPTO|2022|https://www.citycoins.co/miamicoin|
2dd3121f6b7847ada756d2311c8c1b1e|XET|Eternal-Token||CRYPTO|2018|https://www.atom-solutions.jp/en/xetchange.php|
2e2a79b3e0404ef5a9da2ce9781fa3e7|SFP|SafePal|safepal|CRYPTO|2022|https://www.safepal.io/|
2e33025fa85b487b9e6594e0b27cd16b|EAC|EarthCoin|earthcoin|CRYPTO|2022|https://earthcoin.io/|
2e36dedc2c634940a4165662e465d591|NBS|New BitShares|new-bitshares|CRYPTO|2022|https://nbs.plus/|
2e3820187c0f471a859fcadd0f338fa9|VET|VeChain|vechain|CRYPTO|2022|https://www.vechain.com|
2ee153fc29744f44b9f56d5047cc11a8|WABI|Tael|tael|CRYPTO|2022|https://www.taelpay.com/|0x286bda1413a2df81731d4930ce2f862a35a609fe
2ee4e139cb0342f48aae0f5c51d2fd43|AUCTION|Bounce Finance|bounce-finance|CRYPTO|2022|https://bounce.finance/|0xa9b1eb5908cfc3cdf91f9b8b3a74108598009096
2f0c9f730aa94b39a5cb413c957e2775|GRFT|Graft||CRYPTO|2018|https://www.graft.network/|
2f2346b42b4740ec9b9985f614d42b45|IXC|iXcoin|ixcoin|CRYPTO|2022|http://ixcoin.wix.com/ixcoin|
2f5397dde22f46e493e7df5e73fc1c67|ANON|ANON|anon|CRYPTO|2022|https://www.anonfork.io/|
2f5927c0b6cb452f94ba0fcd2c8f3701|APIS|APIS|apis|CRYPTO|2022|https://apisplatform.io/|0x4c0fbe1bb46612915e7967d2c3213cd4d87257ad
2f6de64f14d44ac0870adf7e7fe4a753|AVAX|Avalanche|avalanche|CRYPTO|2022|https://www.avalabs.org/|
2f947ebcc9494710b594f5f741b47064|AAVE|Aave|aave|CRYPTO|2022|https://aave.com/|0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9
2ff21ef7532349718f8cea1f0c1e22fa|KDAG|King DAG|king-dag|CRYPTO|2022|https://kdag.io/|0x95E40E065AFB3059dcabe4aaf404c1F92756603a
3009e86ec5c94d33b3a6daba685bea56|PASS|Blockpass|blockpass|CRYPTO|2022|https://blockpass.org/|0xee4458e052b533b1aabd493b5f8c4d85d7b263dc
301d663e157a4d03ae787b6598d69cd8|OXEN|Oxen|oxen|CRYPTO|2022|https://oxen.io/|
3031ab4b317849d591193b7713ce28f8|SOS|OpenDAO|opendao|CRYPTO|2022|https://www.theopendao.com/|
309a6375ba5f45f98d71f62fe41b945f|XZR|ZrCoin||CRYPTO|2018|https://zrcoin.io/|
30ed6690ff6e4b9ea0de3b34b12f8c49|NPXSXEM|Pundi X NEM|pundi-x-nem|CRYPTO|2022|https://pundix.com/|
30fc6ea3c3f44959a969b337d5e3219e|VALOR|Smart Valor|smart-valor|CRYPTO|2022|https://smartvalor.com/en/|0x297e4e5e59ad72b1b0a2fd446929e76117be0e0a
3111a178653d4375896c36051debeb57|PHR|Phore|phore|CRYPTO|2022|https://phore.io/|
31315a7d2a954202ad31d7b2fad1bbdc|INXT|Internxt|internxt|CRYPTO|2022|https://internxt.io/|0xa8006c4ca56f24d6836727d106349320db7fef82
3135c7d7446f44bdaa89e86d53982997|YUP|Crowdholding||CRYPTO|2018|https://www.crowdholding.com/|
3144fe28578d4fae84fca4860f26a7d0|HANDY|Handy|handy|CRYPTO|2022|https://handypick.io/|
3146e743224547c391e480bf4aec5a92|CLAM|Clams|clams|CRYPTO|2022|http://clamclient.com/|
316cc50bbc9146c9829b88832baffbd8|QUN|QunQun||CRYPTO|2018|https://qunqun.io/|
316d1456d8e74dbeb9530419aa1b4cda|UIP|UnlimitedIP|unlimitedip|CRYPTO|2022|http://www.unlimitedip.io/|0x4290563C2D7c255B5EEC87f2D3bD10389f991d68
3172a2b39b944ca9b1f4d51979c43f3b|CCXX|Counos X|counos-x|CRYPTO|2022|https://www.counos.io/|
317e8b2c3c294f2fbe920b33abb90241|BSV|Bitcoin SV|bitcoin-sv|CRYPTO|2022|https://bitcoinsv.io/|
3187c038132f4755a7a4b96445ece1fe|ORCA|Orca|orca|CRYPTO|2022|https://www.orca.so/|
31955521fd694e31900d024be28ef47d|HT|Huobi Token|huobi-token|CRYPTO|2022|https://www.huobi.pro/|0x6f259637dcd74c767781e37bc6133cd6a68aa161
31d0f63d6d0c4fab9c586f1ea56bce57|SDA|SDChain||CRYPTO|2018|https://www.sdchain.io/|
322dd569d1754127b42fc64924dad6d2|XOV|XOVBank|xovbank|CRYPTO|2022|http://www.xov.io/|0x153ed9cc1b792979d2bde0bbf45cc2a7e436a5f9
32638f99093f4a6d8ae00e77e82f8c36|DPS|DEEPSPACE|deepspace|CRYPTO|2022|https://deepspace.game/|
32b1439e910041cab5a21b73f516f95b|HPT|Huobi Pool Token|huobi-pool-token|CRYPTO|2022|https://www.huobipool.com/pos/|0xa66daa57432024023db65477ba87d4e7f5f95213
32d441bc41e64e948039e4036e202b07|VLD|Vetri|vetri|CRYPTO|2022|https://vetri.global/|0x922ac473a3cc241fd3a0049ed14536452d58d73c
32eb45ab7a434c63ad086383920119d3|CRW|Crown|crown|CRYPTO|2022|http://crown.tech/|
32ff0b07a0174b9da8b64a94019fbe56|HIGH|Highstreet|highstreet|CRYPTO|2022|https://www.highstreet.market/|
333b4451f2a844678b1dc94ac2dd518e|EQL|Equal|equal|CRYPTO|2022|http://www.equaltoken.io/index.html|0x47dd62d4d075dead71d0e00299fc56a2d747bebb
334c898679db4279bab43fc2c6709a56|ECT|SuperEdge||CRYPTO|2018|https://superedge.info/|
3355182ef0eb4f57b7d2e84639c02192|BQ|bitqy||CRYPTO|2018|https://bitqy.org/|
33925013bf9e4550afac2cac1b0a35ae|PUNDIX|Pundi X|pundix|CRYPTO|2022|https://pundix.com/|0x0fd10b9899882a6f2fcb5c371e17e70fdee00c38
33c842d47a3744d59c81c9883650a4d0|CWAP|DeFIRE|defire|CRYPTO|2022|https://defire.fi/|0xE74dC43867E0cbEB208F1a012fc60DcBbF0E3044
33d13b9e0d1b4c8781b2900a0a96ab52|REQ|Request Network|request-network|CRYPTO|2022|https://request.network/#/|0x8f8221afbb33998d8584a2b05749ba73c37a938a
33eb4c468d3c44bebdf42305a4280a05|QRK|Quark|quark|CRYPTO|2022|http://www.qrk.cc/|
340214f8262b4323a766a0f3b129c229|RLC|iExec RLC|iexec-rlc|CRYPTO|2022|http://iex.ec/|0x607F4C5BB672230e8672085532f7e901544a7375
34170020ec4d41339cbb7069b267eb92|ETHBNT|BNT Token Relay|bnt-token-relay|CRYPTO|2022|https://www.bancor.network/|0xb1CD6e4153B2a390Cf00A6556b0fC1458C4A5533
34395cdbdaf64eec830a1fd670df0559|VEX|Vexanium|vexanium|CRYPTO|2022|https://www.vexanium.com/|
34755508fce1401eb55279ab04336fad|ARLIZE|Arlize-Coin||CRYPTO|2018|https://arlizecoin.com/|
3488c8e0d218462ab80b8e60a02c51e6|LTO|LTO Network|lto-network|CRYPTO|2022|https://ltonetwork.com/|0xd01409314acb3b245cea9500ece3f6fd4d70ea30
34bec8e73da247b8925e291eb44d12b8|NCC|NeuroChain Clausius|neurochain-clausius|CRYPTO|2022|https://www.neurochaintech.io/|0x5d48f293baed247a2d0189058ba37aa238bd4725
34d3159c635749b59f43862158dc87e7|SENT|Sentinel|sentinel-old|CRYPTO|2022|https://sentinelgroup.io/|0xa44E5137293E855B1b7bC7E2C6f8cD796fFCB037
35172bc5e8f540ea8c818edc43a72604|DXD|DXdao|dxdao|CRYPTO|2022|https://dxdao.eth.link/|0xa1d65E8fB6e87b60FECCBc582F7f97804B725521
3517f8c10c094aae989ab876bf603ca9|BITB|Bean Cash|bean-cash|CRYPTO|2022|http://www.bitbean.org/|
351cb8bb30d2449cae153aceb748ab37|BIN|Binemon|binemon|CRYPTO|2022|https://binemon.io/|
3542035129f742b6a77f1dbdbf517443|FUN|FunToken|funtoken|CRYPTO|2022|https://funtoken.io/|0x419D0d8BdD9aF5e606Ae2232ed285Aff190E711b
354cff2556094c09ba0503e00527d567|BND|Brunei Dollar|brunei-dollar|FIAT|2022||
355525184e7241dcb4cfa54816783254|OGV|Origin Dollar Governance|origin-dollar-governance|CRYPTO|2022|https://ousd.com/|
357071ebf7524775865c00ce415c6793|PSG|Paris Saint-Germain Fan Token|paris-saint-germain-fan-token|CRYPTO|2022|https://www.psg.fr/|
35777f0c6bde43a5b1e051eaae8695bc|LCS|Local Coin Swap|local-coin-swap|CRYPTO|2022|https://www.localcoinswap.com/|0xaa19961b6b858d9f18a115f25aa1d98abc1fdba8
358ec8b4830044bab3108c64b0002b2d|INR|Indian Rupee|indian-rupee|FIAT|2022||
35978d321abc495b98ab242cc359a34b|NRP|Neural Protocol|neural-protocol|CRYPTO|2022|https://www.nrp.world/|0x3918c42f14f2eb1168365f911f63e540e5a306b5
35ac99ba7ed640a99925c4d9a3564ac1|PLANETS|PlanetWatch|planetwatch|CRYPTO|2022|https://www.planetwatch.io/|
35edf3cd123b4635a436e657a0899fd0|MV|GensoKishi Metaverse|gensokishi-metaverse|CRYPTO|2022|https://genso.game/en/|
35f26ada5dc64fc2b39a8d76af525e47|BONDLY|Bondly|bondly|CRYPTO|2022|https://www.bondly.finance/|0x91dfbee3965baaee32784c2d546b7a0c62f268c9
35f4146526d14577b2ab82eaedac5099|EPX|Ellipsis X|ellipsis-x|CRYPTO|2022|https://ellipsis.finance/|
3616c111e7f7445ea68c2cacf94edf5e|HRC|Haracoin||CRYPTO|2018|https://haracoin.com/|
3619f0a6ca85477c806ed4658fe7ffd8|ACT|Achain|achain|CRYPTO|2022|https://www.achain.com/home-en.html|
362f1b708c834d46b7940efb7555ed5b|CTRT|Cryptrust|cryptrust|CRYPTO|2022|https://cryptrust.io/platform|0x8606a8f28e1e2fd50b9074d65c01548b1f040b32
36303c3785db435b8d918c4745f32ab1|PPT|Populous|populous|CRYPTO|2022|http://populous.co/|0xd4fa1460f537bb9085d22c7bccb5dd450ef28e3a
363a16598101466fbcb955a09bae35ee|HBN|HoboNickels||CRYPTO|2018|http://hobonickels.info/|
364a4fd803e448848c6471347522ac9f|BITX|BitScreener|bitscreener|CRYPTO|2022|https://tokensale.bitscreener.com/|0xff2b3353c3015e9f1fbf95b9bda23f58aa7ce007
364fd83c0b9c4433b8d80080daa09180|EUM|Elitium|elitium|CRYPTO|2022|https://www.elitium.io|0x6aB4A7d75B0A42B6Bc83E852daB9E121F9C610Aa
36605e73a4e84b1495347c99a6173c3e|DBC|DeepBrain Chain|deepbrain-chain|CRYPTO|2022|https://www.deepbrainchain.org/|
366a864c926a4a2398d7923c4806ea6a|ELA|Elastos|elastos|CRYPTO|2022|https://www.elastos.org/|
368085fa4d964beb92ceedd77ad8a817|ANC|Anoncoin||CRYPTO|2018|https://anoncoin.net/|
36a7fb83de234bd69c3f19c3f0dd03b3|BBO|Bigbom|bigbom|CRYPTO|2022|https://bigbom.com/|0x84f7c44b6fed1080f647e354d552595be2cc602f
36c8bac5dbc649f3a3b5c16aaa143ad7|CBETH|Coinbase Wrapped Staked ETH|coinbase-wrapped-staked-eth|CRYPTO|2022|https://www.coinbase.com/price/coinbase-wrapped-staked-eth|
36ffa97fa420421ba6a3188cd09f6188|XCEL|XCELTOKEN||CRYPTO|2018|https://xceltoken.com/|
371f64e1fd5f4187a6f9be745aa8b2f9|BERRY|Berry|berry|CRYPTO|2022|https://berrystore.net/|
3723f40bdc3f496cac155a2ee919835f|CLD|Cloud||CRYPTO|2018|https://cloudwith.me/|
374509c2c8fd4dd3bdaa958e93e2fd3d|PDX|PayDay-Coin||CRYPTO|2018|https://paydaycoin.io/|
375a27e17cb2454a86d962cb6eee0af5|SWRV|Swerve Finance|swerve-finance|CRYPTO|2022|https://swerve.fi/|0xb8baa0e4287890a5f79863ab62b7f175cecbd433
3770156b217149848c9cd0fff3a93b0d|NIO|Nicaraguan Córdoba|nicaraguan-córdoba|FIAT|2022||
379a76bf45e245deb334345d5a98acd8|HEAT|HEAT|heat|CRYPTO|2022|http://heatledger.com/|
37b605ba5c89448186c7cb42ed2c827c|NZL|Zealium|zealium|CRYPTO|2022|https://zealium.co.nz/|
37bee328d3d944beb7e4b5f13c62e833|VIA|Viacoin|viacoin|CRYPTO|2022|http://viacoin.org/|
37e7d854443146cc99f6df8a0f0669d5|BBD|Barbadian Dollar|barbadian-dollar|FIAT|2022||
37f881d97fb349aa967b13a3200c8ac7|VIDT|VIDT Datalink|vidt-datalink|CRYPTO|2022|https://about.v-id.org|0xfeF4185594457050cC9c23980d301908FE057Bb1
38248b8d01a449e59ea9fcc790202677|WC|WinCoin||CRYPTO|2018|https://wincoin.co/|
38a483902a134e42a33517184e7df40e|BLOK|Bloktopia|bloktopia|CRYPTO|2022|https://www.bloktopia.com/|
38c09e2fdf414a838302baef590569d6|TRAK|TrakInvest||CRYPTO|2018|http://www.trakinvest.com/|
38dab1f345fd4dad8fab69da80e16c44|AKY|Akuya-Coin||CRYPTO|2018|http://akuyacoin.co/|
38e458edf7d3448d926f591880e0dc89|BETU|BetU|betu|CRYPTO|2022|https://betu.io|
391dac7ab197499b990abb0b6ee3e37e|SUN|SUN|sun|CRYPTO|2022|https://sun.io/|
3946b743fe844ee3b0fe6b264a5438b7|PHA|Phala Network|phala-network|CRYPTO|2022|https://phala.network/|0x6c5bA91642F10282b576d91922Ae6448C9d52f4E
394e7dca325b4a2e8d4c02e43b3e0782|ALIS|ALIS||CRYPTO|2018|https://alismedia.jp/|
396e1ffbd4944d12ade8f44794c59827|XUN|UltraNote||CRYPTO|2018|https://ultranote.org/|
39719c00f8074468b7968616515a3107|GLM|Golem|golem|CRYPTO|2022|https://golem.network/|0x7dd9c5cba05e151c895fde1cf355c9a1d5da6429
398b4b1932794bdaae3bb5033de58d04|FYP|FlypMe|flypme|CRYPTO|2022|https://flyp.me/|0x8f0921f30555624143d427b340b1156914882c10
39b2f094f2664e648568bdcc8be310f4|BTR|Bitether||CRYPTO|2018|https://bitether.org/|
39c9f81f03cd4a16a0b6dd68e026507c|ZXC|0xcert|0xcert|CRYPTO|2022|https://0xcert.org/|0x83e2be8d114f9661221384b3a50d24b96a5653f5
39f0e03db75b4ca08f0ecc06ed5f1a08|BBN|Banyan-Network||CRYPTO|2018|https://www.banyanbbt.org/|
3a1a521bd0204537abbfee05094aacc3|STEP|Step Finance|step-finance|CRYPTO|2022|https://www.step.finance/|
3a4f000bc1854334bcfe059dc2e85684|DMT|DMarket|dmarket|CRYPTO|2022|https://dmarket.com/|0x2ccbff3a042c68716ed2a2cb0c544a9f1d1935e1
3a56ac6671f146dca1e0c4cf5ba10b01|WNXM|Wrapped NXM|wrapped-nxm|CRYPTO|2022|https://nexusmutual.io/|0x0d438f3b5175bebc262bf23753c1e53d03432bde
3a5e1b9e05f343da8a00cc128eabe648|USDN|Neutrino USD|neutrino-usd|CRYPTO|2022|https://neutrino.at/|0x674c6ad92fd080e4004b2312b45f796a192d27a0
3a87f66bbe9c4f478fa8069c32b6980a|LEDU|Education Ecosystem|education-ecosystem|CRYPTO|2022|https://www.liveedu.tv/|0x5b26c5d0772e5bbac8b3182ae9a13f9bb2d03765
3a8997c24cc342bcbe8c563e79c29299|DETO|Delta Exchange Token|delta-exchange-token|CRYPTO|2022|https://www.delta.exchange/|
3a91cc1049184f3d80c1175f6eecd5a4|DYDX|dYdX|dydx|CRYPTO|2022|https://dydx.exchange/|0x92D6C1e31e14520e676a687F0a93788B716BEff5
3ac0460c0a4f4445a9617774e48c03a2|RUB|Russian Ruble|russian-ruble|FIAT|2022||
3ac7ded21adb420a83342f531e3d1faf|ATMC|ATMCoin||CRYPTO|2018|https://www.atmcoin.com/website/inicio|
3ae0e37c1b7548eca6a2716a6c47dd39|SGCC|Super-Game-Chain||CRYPTO|2018|http://www.sgchain.io/|
3b016bca284d476093a38a0ed9524e76|WWB|Wowbit||CRYPTO|2018|http://wowoonet.com/|
3b231bca7bbe4dd0a2b00fdb69d53c0b|GOD|Bitcoin God|bitcoin-god|CRYPTO|2022|https://www.bitcoingod.org/|
3b38b8d8176b462989a538a0b4ff7b6c|MWK|Malawian Kwacha|malawian-kwacha|FIAT|2022||
3b3a004277e342fbac668d7874a85c6c|SUPER|SuperFarm|superfarm|CRYPTO|2022|http://superfarm.io/|0xe53EC727dbDEB9E2d5456c3be40cFF031AB40A55
3bb95495ddbd45588b1135b2676c2a1f|KST|StarCoin||CRYPTO|2018|http://www.starcoin.tv/|
3bb99bddedcc43a3bf366ce2ae43085a|NCASH|Nucleus Vision|nucleus-vision|CRYPTO|2022|https://nucleus.vision/|0x809826cceab68c387726af962713b64cb5cb3cca
3bcdb3bc7163405188c04df69b500c9b|FLDC|FoldingCoin||CRYPTO|2018|http://foldingcoin.net/|
3bec9381040d41dab3b54c896b660b31|SRCOIN|SRCoin||CRYPTO|2018|https://www.srcoin.info/|
3c395c06e0b0459997ef4b451db3b3df|INC|Influence-Chain||CRYPTO|2018|http://www.influencechain.org/|
3c4fc7ac2ce84a48afc94fd3bff25c7a|IMX|Immutable X|immutable-x|CRYPTO|2022|https://www.immutable.com/|
3c7df2325f094a649398bebce5022a7f|MVL|Mass Vehicle Ledger|mass-vehicle-ledger|CRYPTO|2022|https://mvlchain.io/|0xa849eaae994fb86afa73382e9bd88c2b6b18dc71
3d0be3674990416fa3a7f5cafd804ac9|FRONT|Frontier|frontier|CRYPTO|2022|https://frontier.xyz/|0xf8c3527cc04340b208c854e985240c02f7b7793f
3d1e1804e0f440eb8df80cba1c531567|LMC|LoMoCoin||CRYPTO|2018|http://lomocoin.com/|
3d30f7cda2bc4705b92f1cc5a23e0444|KWD|Kuwaiti Dinar|kuwaiti-dinar|FIAT|2022||
3d3f44db2dfb4cc3b3fc31b26d26edef|ZSC|Zeusshield|zeusshield|CRYPTO|2022|https://zsc.io/|0x7A41e0517a5ecA4FdbC7FbebA4D4c47B9fF6DC63
3d4b0ea16cda4f55bfad5fa65ba53f6f|ACRE|AcreCoin||CRYPTO|2018|https://www.acreprop.org/|
3d6e269a0d2744df8de7046115ba7e86|XSH|Shield|shield|CRYPTO|2022|http://www.shield-coin.com/|
3d9599837b3c43c0b4d84f7885ad08d1|CANDY|Candy||CRYPTO|2018|https://candy.one/|
3d9a823606b74e08804d903470701da2|MTA|mStable Governance Token: Meta|mstable-governance-toke|CRYPTO|2022|https://mstable.org/|
3da21ac50ec34951b32103aaa8818f03|SAY|SphereToken||CRYPTO|2018|https://say.spherepay.com/|
3da69085cc974b028e88fcb3d673ad38|XWG|X World Games|x-world-games|CRYPTO|2022|https://xwg.games/|0x6b23c89196deb721e6fd9726e6c76e4810a464bc
3dac54cd937c4a9e931cfdb6a8a529b2|HEDG|HedgeTrade|hedgetrade|CRYPTO|2022|https://hedgetrade.com/|0xF1290473E210b2108A85237fbCd7b6eb42Cc654F
3db4f9b06f074035ada63b1a1b13086f|PTF|PowerTrade Fuel|powertrade-fuel|CRYPTO|2022|https://power.trade/|0xC57d533c50bC22247d49a368880fb49a1caA39F7
3ddc2adfbeff443ea5dc85026dd86194|SRK|Sparkpoint|sparkpoint|CRYPTO|2022|https://sparkpoint.io|0x0488401c3f535193fa8df029d9ffe615a06e74e6
3e2fc74c9043446c80e04e4c689f369f|SENSO|SENSO|senso|CRYPTO|2022|https://sensoriumxr.com/|0xC19B6A4Ac7C7Cc24459F08984Bbd09664af17bD1
3e4104ba94f240a18064d92b2013c6ad|ACE|Ace||CRYPTO|2018|https://tokenstars.com/en/ace|
3e671d7ee7b9466d830108e1d4585984|PMON|Polychain Monsters|polychain-monsters|CRYPTO|2022|https://polychainmonsters.com/|0x1796ae0b0fa4862485106a0de9b654efe301d0b2
3e9de5dcf0eb49beb87b0c5cb9de7c2b|CLV|Clover Finance|clover-finance|CRYPTO|2022|https://clover.finance/|0x80C62FE4487E1351b47Ba49809EBD60ED085bf52
3ea07ea0b10b4870b6b1b1a217344b9f|BRK|Breakout-Coin||CRYPTO|2018|http://www.breakoutcoin.com/|
3ea9fb22d5d946e098583eeab7c34108|TGAME|Truegame|truegame|CRYPTO|2022|https://ico.truegame.io/|0xf8e06e4e4a80287fdca5b02dccecaa9d0954840f
3ebce4558e584937ab298aeff42536ee|CYDER|Cyder||CRYPTO|2018|https://bitcointalk.org/index.php?topic=2097594.0|
3ebff6a82e4b4628ba1b0ff610b5746d|PKC|PikcioChain|pikciochain|CRYPTO|2022|https://pikciochain.com/|af7c7328eee5a275a3bcaee2bf0cf662b5e739be
3efdfc3c94d94598a792f8047a111ec5|SGD|Singapore Dollar|singapore-dollar|FIAT|2022||
3f04cbcbbfa641ff8e65bc0eb3b37602|SNM|SONM|sonm|CRYPTO|2022|https://sonm.io/|0x46d0dac0926fa16707042cadc23f1eb4141fe86b
3f1a277a01a94bb7ac8247bc39e361a3|NANJ|Nanjcoin|nanjcoin|CRYPTO|2022|https://nanjcoin.com/|0xffe02ee4c69edf1b340fcad64fbd6b37a7b9e265
3f32b3045806417ea4c47a158bb7c993|BITF|BitF||CRYPTO|2018|https://www.bitf.cc/|
3f429ac3944344998b5abc9c2b768a61|ZLA|Zilla|zilla|CRYPTO|2022|https://zla.io/|0xfd8971d5e8e1740ce2d0a84095fca4de729d0c16
3f437a2f9fd84b3ab38a7e07d952c572|ALA|Alanyaspor Fan Token|alanyaspor-fan-token|CRYPTO|2022|https://socios.com|
3f5ad99310c6418d98184cfd4bcca8b5|MAN|Matrix AI Network|matrix-ai-network|CRYPTO|2022|https://www.matrixchain.io/|0xe25bcec5d3801ce3a794079bf94adf1b8ccd802d
3f804eeca6504ea3b8913a3e92c199e6|RENA|Warena|warena|CRYPTO|2022|https://www.warena.io/|
3f905649a51b426586c6c5e145ddf327|AGRS|IDNI-Agoras|idni-agoras|CRYPTO|2022|http://www.idni.org/|
3fa51b15e1ed417a96b5670d3b85ef33|TLOS|Telos|telos|CRYPTO|2022|https://telos.net/|
3fabf7e2699d4935b65afc018bcb5e01|SYLO|Sylo|sylo|CRYPTO|2022|https://www.sylo.io/|
3faf6a77771242c587186497665715d0|ECOM|Omnitude|omnitude|CRYPTO|2022|https://omnitude.tech/|0x171d750d42d661b62c277a6b486adb82348c3eca
3fbf60792c13482c9c7022dbe3d191d8|PKG|PKG Token|pkg-token|CRYPTO|2022|http://pokemongopkg.com/|0x02f2d4a04e6e01ace88bd2cd632875543b2ef577
3fce3947e94c4f709fb9b3575c75a713|CHF|Swiss Franc|swiss-franc|FIAT|2022||
3fcecd21a094487994aaac6897af3c41|RGS|RusGas||CRYPTO|2018|https://rusgas.io/en/|
3fde13daf28b4997b9a5f41a4ad9c87c|OAX|openANX|openanx|CRYPTO|2022|https://www.openanx.org/en/|0x701C244b988a513c945973dEFA05de933b23Fe1D
400c32b8e303471cb188c1c035b79262|CWS|Crowns|crowns|CRYPTO|2022|https://www.seascape.network/|0xac0104cca91d167873b8601d2e71eb3d4d8c33e0
4023185d5c8d4abeabae54f723f7c40d|KSM|Kusama|kusama|CRYPTO|2022|https://kusama.network/|
404074cea23d48b1891635bfa396a3f3|BYN|Belarusian Ruble|belarusian-ruble|FIAT|2022||
40524e82658043d3ae91c2e9a1734002|DOT|Polkadot|polkadot|CRYPTO|2022|https://polkadot.network/|
4062147142464cfe857003bff54df51d|LA|LAToken|latoken|CRYPTO|2022|https://sale.latoken.com/|0xe50365f5d679cb98a1dd62d6f6e58e59321bcddf
406545b82f6d4b1f94b99365f6dddd66|ERC20|ERC20|erc20|CRYPTO|2022|https://belance.io/|0xc3761eb917cd790b30dad99f6cc5b4ff93c4f9ea
40a36287319548d29f152d8d5a94d11a|APE|APEcoin|apecoin|CRYPTO|2022|https://apecoin.dev/|
40a6164e6abb4a669a5589c9c7a649fa|WICC|WaykiChain|waykichain|CRYPTO|2022|http://waykichain.com/|
40af1de49e9b45af80c3cc20c8e36694|STQ|Storiqa|storiqa|CRYPTO|2022|https://crowdsale.storiqa.com/|0x5c3a228510d246b78a3765c20221cbf3082b44a4
40afa18a32af40ac9c748b34ddb909d2|METIS|Metis Andromeda|metis-andromeda|CRYPTO|2022|https://www.metis.io/|0x9e32b13ce7f2e80a01932b42553652e053d6ed8e
40c6d78a7183423aa0837a6c0ba41cbe|ONUS|ONUS|onus|CRYPTO|2022|https://goonus.io/en/|
40d67e4332234f7e8d3e284f79dc1a5d|MEETONE|MEET.ONE|meet-one|CRYPTO|2022|https://meet.one/|
40f5d94d39244d03be80f355bb8a2c80|XBASE|Eterbase|eterbase|CRYPTO|2022|https://www.eterbase.com/|0x5bdC00B6676579b301B276198Db1ea9AffB94329
4101d8b936854e719edfdd8292cfa70d|JUNO|JUNO|juno|CRYPTO|2022|https://www.junonetwork.io/|
41039ac4e6a54262aec30c8736d78a98|VOX|Voxels||CRYPTO|2018|http://revolutionvr.live/|
41043e9380ea467db028c0fbf9e1e73e|BTCP|Bitcoin Private|bitcoin-private|CRYPTO|2022|https://btcprivate.org/|
41192b1fe7384b858a185374032e31a0|C2C|C2C-System||CRYPTO|2018|http://c2c.global/|
411ee852ab3148c392d3ba1c5337096b|XRA|Xriba|xriba|CRYPTO|2022|https://xriba.com/|0x7025bab2ec90410de37f488d1298204cd4d6b29d
412890a7d9a8441bb6c2831abd0c2bb5|UGAS|UltrainGas|ultraingas|CRYPTO|2022|https://ultrain.io/|0x8716fc5da009d3a208f0178b637a50f4ef42400f
4145ae806df54fabbb8791ba1eaa1c3f|XBI|Bitcoin Incognito|bitcoin-incognito|CRYPTO|2022|https://bitcoinincognito.org/|
41559bba39b34f64b3fda196d40efe14|NTX|NuNet|nunet|CRYPTO|2022|https://nunet.io/|
41662319e2f342deace95774d823b3bb|VRM|VeriumReserve|veriumreserve|CRYPTO|2022|https://portal.vericoin.info/|
41764ee96022457aa6b5a2e63e66622c|IQN|IQeon|iqeon|CRYPTO|2022|https://iqeon.io/|0x0db8d8b76bc361bacbb72e2c491e06085a97ab31
41882f52aee242bcb19a7ead4ef34628|LON|Tokenlon|tokenlon|CRYPTO|2022|https://tokenlon.im/|
419812a0540c4dd3b673ada8ef8fca90|LGO|Legolas-Exchange||CRYPTO|2018|https://legolas.exchange/|
41ab25a5559b4ac78a5658ccbcb4f48e|HVN|Hiveterminal Token|hiveterminal-token|CRYPTO|2022|https://hiveterminal.com/|0xC0Eb85285d83217CD7c891702bcbC0FC401E2D9D
41c88e85ec6a424ca48fb1ad6b0c7a94|ELON|Dogelon Mars|dogelon-mars|CRYPTO|2022|https://dogelonmars.com/|0x761d38e5ddf6ccf6cf7c55759d5210750b5d60f3
41ca6cd6a5654887848516555ea99a5e|SPANK|SpankChain|spankchain|CRYPTO|2022|https://spankchain.com/|0x42d6622dece394b54999fbd73d108123806f6a18
41d6b499c1d3423d8de6a849dfb2f541|SND|Sand-Coin||CRYPTO|2018|https://en.sandcoin.io/|
41e0331c8a174fe6a2f5760d5f94f7cf|BTK|Bitcoin-Token||CRYPTO|2018|https://btk.community/|
41f918249741419ab0067d6b665fead3|ZNT|Zenswap Network Token|zenswap-network-token|CRYPTO|2022|https://www.zenswapnetwork.info/|0xe95990825aab1a7f0af4cc648f76a3bcc99f25b2
41fea077360b4347bfea82102770d033|PST|Primas Token|primas-token|CRYPTO|2022|https://primas.io/|0xe3fedaecd47aa8eab6b23227b0ee56f092c967a9
424d89c812624bfd9f9627a7faf0c589|BNTY|Bounty0x|bounty0x|CRYPTO|2022|https://bounty0x.io/|0xd2d6158683aee4cc838067727209a0aaf4359de3
42533e087b0c441db948061a0ef25e80|VEE|Vee Finance|vee-finance|CRYPTO|2022|https://vee.finance/|
425a9444c27545739ae95a2c7e546996|TTD|Trinidad and Tobago Dollar|trinidad-and-tobago-dollar|FIAT|2022||
4265c7db519d486eaa2fd72859148506|CAJ|Cajutel|cajutel|CRYPTO|2022|https://cajutel.io/|0x3c6a7ab47b5f058be0e7c7fe1a4b7925b8aca40e
427a4220089f487d9d2be79c6daae0c6|GBG|Golos Gold|golos-gold|CRYPTO|2022|https://golos.io/|
4283a72add6543f28b2803aec87ebdb7|TCG2|TCGCoin 2.0|tcgcoin-2-0|CRYPTO|2022|https://tcg.world/|
42c4839e9e3f4e90896728743aeccf5a|ALEPH|Aleph.im|aleph-im|CRYPTO|2022|https://aleph.im/|0x27702a26126e0b3702af63ee09ac4d1a084ef628
42d99ec5ccdd4d968b8820f103f9011b|TIME|Chrono.tech|chrono-tech|CRYPTO|2022|https://chronobank.io/|0x485d17a6f1b8780392d53d64751824253011a260
42ec4680a2d64bdcbe9f9d2a28add013|BAKE|BakerySwap|bakeryswap|CRYPTO|2022|https://www.bakeryswap.org/#/home|
42f96fb3359b4ff7a9c0047720bd96c2|DYP|DeFi Yield Protocol|defi-yield-protocol|CRYPTO|2022|https://dyp.finance/#/home|
43144e186c444135bb38cb9ed549dace|VTR|vTorrent||CRYPTO|2018|http://vtorrent.info/|
4318fac729114f9bbacf09acc48a9a83|ILS|Israeli New Sheqel|israeli-new-sheqel|FIAT|2022||
4319b401489f4f49964cfad82617d6d9|MAG|Maggie||CRYPTO|2018|http://maggie.vip/|
431a7c06ad2f466c803fd6a67f24bf33|OK|OKCash|okcash|CRYPTO|2022|http://okcash.co/|
431fc790b46747dda4786ecafcdd1f39|EKT|EDUCare|educare|CRYPTO|2022|http://ekt8.io/|0xbab165df9455aa0f2aed1f2565520b91ddadb4c8
437c6c1892d94671be311ed97b3a5e9e|USF|Unslashed Finance|unslashed-finance|CRYPTO|2022|https://unslashed.finance/|0xe0e05c43c097b0982db6c9d626c4eb9e95c3b9ce
439d006286f8465cbd6b5d63d0ca503f|SWC|Scanetchain|scanetchain|CRYPTO|2022|https://www.scanetchain.io/|0xadf8b8050639b6236915f7516d69de714672f0bf
43a24990e6bf4da9804e589db37f4654|BABYDOGE|Baby Doge Coin|baby-doge-coin|CRYPTO|2022|https://babydogecoin.com/|
43bb5f3b6e4945a783e9ef954df232ae|RBY|RubyCoin|rubycoin|CRYPTO|2022|http://www.rubycoin.org/|
43bd431749e347cca2c2b9bb4f1229db|SPN|Sapien-Network||CRYPTO|2018|https://www.sapien.network/|
43f5e7064d194d4094c3ae788a454fbc|BEZ|Bezop||CRYPTO|2018|https://ecom.bezop.io/welcome/index2.html|
441dc86afd14461690452aa741ac3694|GMEE|GAMEE|gamee|CRYPTO|2022|https://token.gamee.com/|0xd9016a907dc0ecfa3ca425ab20b6b785b42f2373
443e273cbdca422ea3394524462cdb6a|CET|CoinEx-Token||CRYPTO|2018|https://www.coinex.com/token|
44550fcaad8a44ac8cee2ec4f565db9b|MNGO|Mango|mango|CRYPTO|2022|https://mango.markets/|
4485ac6f3c724563bb3a13c0ad3f634f|KMON|Kryptomon|kryptomon|CRYPTO|2022|https://kryptomon.co|
44bac0e6c73c4cc291100967f6d2ca10|CLN|Colu-Local-Network||CRYPTO|2018|https://cln.network/|
4546a016fb7a4804b3474247f91fc857|LTL|Lithuanian Litas||FIAT|2018||
45594ea952a247e387ff8d8bd2e777d7|TPAY|TokenPay|tokenpay|CRYPTO|2022|https://rgt.com/tpay|
455be7c5d0a5465085a7db362e9fad17|KCS|KuCoin Token|kucoin-shares|CRYPTO|2022|https://www.kucoin.com/#/|0xf34960d9d60be18cc1d5afc1a6f012a723a28811
458e089f68874ab29341fc070d4a0b36|DESO|Decentralized Social|decentralized-social|CRYPTO|2022|https://bitclout.com/|
459e510ce91e492792d39e7a773de75b|FUNDZ|FundToken||CRYPTO|2018|https://fundfantasy.com|
45ac65af51c54391832324e04befa4ab|SHL|Oyster-Shell||CRYPTO|2018|https://oysterprotocol.com/|
45d286f2a91a4fb0b3d9d747854efef9|ASTR|Astar|astar|CRYPTO|2022|https://astar.network/|
45dd756b3a624b7a8a0af673e6a038bb|MTV|MultiVAC|multivac|CRYPTO|2022|https://www.mtv.ac/|0x6226e00bcac68b0fe55583b90a1d727c14fab77f
45e0bd0f77e744769f41d762ffdf13ae|ZIL|Zilliqa|zilliqa|CRYPTO|2022|https://www.zilliqa.com/|0x05f4a42e251f2d52b8ed15e9fedaacfcef1fad27
45ea1a44433946d8bcae9fc2404b98ab|DNT|district0x|district0x|CRYPTO|2022|https://district0x.io/|0x0abdace70d3790235af448c88547603b945604ea
4613b699c54a4f6d8f3e49d15e2f4d18|BID|Bidao|bidao|CRYPTO|2022|https://bidaochain.org/|0x25e1474170c4c0aA64fa98123bdc8dB49D7802fa
4642442c9d8c4767a28655a0b84b5cca|AIX|Aigang|aigang|CRYPTO|2022|https://aigang.network/|0x1063ce524265d5a3A624f4914acd573dD89ce988
4655a67066c64100a4e1f48f6bc2515f|GEM|Gems|gems|CRYPTO|2022|https://gems.org/|0xc7bba5b765581efb2cdd2679db5bea9ee79b201f
465b5c0756c649f8a1c8e34f7910fd46|UUU|UNetworkToken|unetworktoken|CRYPTO|2022|https://u.network/|0x3543638ed4a9006e4840b105944271bcea15605d
46664119b3424339825d729c214238cd|XCG|Xchange||CRYPTO|2018|https://xcgtech.com/|
4667e6e74c064557828dcf9a26e83a2e|QWARK|Qwark||CRYPTO|2018|http://www.qwark.io/|
4682e548c7ca4e02b98afa7afdb9fa5a|SNET|Snetwork|snetwork|CRYPTO|2022|https://www.snetwork.io/|0xff19138b039d938db46bdda0067dc4ba132ec71c
46a12912fbd04204ab64cc7b526a07ac|WST|Samoan Tala|samoan-tala|FIAT|2022||
46a728fe150e4161937c2f38b9f216ef|XAU|Gold Ounce|gold-ounce|FIAT|2022||
46b0f863f9c34aa691751996f4fa3a7b|MAGE|MagicCoin||CRYPTO|2018|https://magiccoin.io/|
46ce8cf249404a88b4bf2c7654230a4d|XPY|PayCoin||CRYPTO|2018|http://www.paycoin.com/|
46dd614829ec4f0797a26ef852f95dd2|TMT|Turkmenistani Manat|turkmenistani-manat|FIAT|2022||
470284165a2d42ec9015ebad66105b40|NAD|Namibian Dollar|namibian-dollar|FIAT|2022||
4727622bca6a4652833953365296026a|BWS|BitcoinWSpectrum||CRYPTO|2018|https://bitcoinwspectrum.com/|
4746478793ef4810b9c1a89562b6a8ab|DTR|Dynamic-Trading-Rights||CRYPTO|2018|https://www.tokens.net/|
475cb73f1c174df3ad921cada839215b|SBDf|Solomon Islands Dollar|solomon-islands-dollar|FIAT|2022||
4763841bd091473c9f2e136478f467f2|WRX|WazirX|wazirx|CRYPTO|2022|https://wazirx.com/|
477593632cb849238592fe8dfdd88248|XHV|Haven Protocol|haven-protocol|CRYPTO|2022|https://havenprotocol.org/|
477915102fbf4ebbb1e963f117d1cdf5|KAT|Kambria|kambria|CRYPTO|2022|https://kambria.io/|0x14da230d6726c50f759bc1838717f8ce6373509c
4790e060b46c4ea783919471b662ac8d|STAC|StarterCoin|startercoin|CRYPTO|2022|https://coinstarter.com/|0x9a005c9a89bd72a4bd27721e7a09a3c11d2b03c4
47a11a9168544e06bc86e6bb062aec31|DOOR|DOOR|door|CRYPTO|2022|https://doorcoin.org/|0x7d48fbe0a877bb1f511fcf9b57f12420c75841e9
47b2d49a7d1e42fb9fbc9d3ea82986aa|WXT|Wirex|wirex|CRYPTO|2022|https://wirexapp.com/global/wirex-token|0xa02120696c7b8fe16c09c749e4598819b2b0e915
47f6dd75604c4fc89534c11175e932aa|ADC|AudioCoin|audiocoin|CRYPTO|2022|https://www.audiocoin.co.uk/|
481464b1ece142db96c26205b62fadeb|EVY|EveryCoin|everycoin|CRYPTO|2022|https://www.everycoin.io/|0xeed3ae7b0f8b5b9bb8c035a9941382b1822671cd
48162c70bca143a89b0c6dec514b29be|PAR|Parachute|parachute|CRYPTO|2022|https://www.parachutetoken.com/|0x1beef31946fbbb40b877a72e4ae04a8d1a5cee06
481921785d99412da071cb371415df44|QKC|QuarkChain|quarkchain|CRYPTO|2022|https://quarkchain.io/|0xea26c4ac16d4a5a106820bc8aee85fd0b7b2b664
485f4252c8f24aee97f1ffa0789b0405|XCP|Counterparty|counterparty|CRYPTO|2022|https://www.counterparty.co/|
486eb2b81d7649468b57c8bf52465be4|ENJ|Enjin Coin|enjin-coin|CRYPTO|2022|https://www.enjin.com/|0xf629cbd94d3791c9250152bd8dfbdf380e2a3b9c
48a686ed34674c18b40e54df680aa3c1|DOR|Dorado||CRYPTO|2018|https://www.dorado.tech/|
48b05f35b7c2436ab554ae77e28272ea|SHP|Saint Helena Pound|saint-helena-pound|FIAT|2022||
48c1820bdf224bb5ace9fcbd4e6e3335|GOVI|Govi|govi|CRYPTO|2022|https://cvi.finance/|0xeeaa40b28a2d1b0b08f6f97bb1dd4b75316c6107
48c6ae6fafe84cc2b24591cff1a19502|SXUT|Spectre.ai Utility Token|spectre-ai-utility-token|CRYPTO|2022|https://www.spectre.ai/|0x2c82c73d5b34aa015989462b2948cd616a37641f
4915f41333b84d9bb352fe2093ba95fe|VOISE|Voise||CRYPTO|2018|https://www.voise.com/|
4940dfb131a2400f93204476c6cef835|DAWN|Dawn Protocol|dawn-protocol|CRYPTO|2022|https://dawn.org/|0x580c8520deda0a441522aeae0f9f7a5f29629afa
49483e1cfc0b43de9bb802ecfb35ce44|CCC|Concierge-Coin||CRYPTO|2018|http://www.conciergecoin.net/|
494a482845984911a1a96f8b09caa746|BTE|BitSerial||CRYPTO|2018|https://bitserial.io/|
4954df3a325a4b9f9093479433e66c26|CCX|Conceal|conceal|CRYPTO|2022|https://conceal.network/|
499d868206b0487db6f7ece229e8fffe|NTK|Netkoin|netkoin|CRYPTO|2022|https://www.netkoin.com/|0x5d4d57cd06fa7fe99e26fdc481b468f77f05073c
499efeb0230d40358c17e9cf3282524e|ONION|DeepOnion|deeponion|CRYPTO|2022|https://deeponion.org/|
49a4ca5ece9341d189939ceb3776cc9f|MOLK|Mobilink Token|mobilink-token|CRYPTO|2022|https://mobilink.io/|0x97cb5cc1b2e10cc56dc16ab9179f06dfedbe41a2
49c2cafb9186492894b0e1bf0332b68f|XEM|NEM|nem|CRYPTO|2022|http://nem.io/|
49d31867992148409b75d125b71dd228|TELOS|Teloscoin|teloscoin|CRYPTO|2022|https://teloscoin.org/|
4a26ffc9d9d043e8a1526e4585e2b1a5|GVT|Genesis Vision|genesis-vision|CRYPTO|2022|https://genesis.vision/|0x103c3a209da59d3e7c4a89307e66521e081cfdf0
4a2835d3c64747b58e28b0ed0d37ab92|SDAO|SingularityDAO|singularitydao|CRYPTO|2022|https://www.singularitydao.ai/|
4a44c6d7f53541c3ad0eadc7be2bc6bd|CHICKS|SolChicks Token|chicks-token|CRYPTO|2022|https://www.solchicks.io/|
4a54d131d86f4805956b0f0b67713e14|UCT|UCOT||CRYPTO|2018|https://www.ucot.world/|
4a6285829cd54ee39f90859aa2cbcd0b|WAVES|Waves|waves|CRYPTO|2022|https://wavesplatform.com/|0x1cf4592ebffd730c7dc92c1bdffdfc3b9efcf29a
4a6e84cc802543ffa78a62c3f9ca1421|TRIG|Triggers||CRYPTO|2018|http://www.blocksafefoundation.com/|
4a791b5c422944c893fcb4d7f6f0ffc8|HOLD|Interstellar-Holdings||CRYPTO|2018|https://www.interstellarcoin.com/|
4a7d49f4930a470a8aa83466a8e576c2|HUR|Hurify|hurify|CRYPTO|2022|https://hurify.co/|0xcdb7ecfd3403eef3882c65b761ef9b5054890a47
4a959fb995f44e0a83bf799c35fb601d|ASM|AS Monaco Fan Token|as-monaco-fan-token|CRYPTO|2022|https://socios.com|
4aabeb361d8b425587a846783724005d|1ST|FirstBlood|firstblood|CRYPTO|2022|https://firstblood.io/|0xAf30D2a7E90d7DC361c8C4585e9BB7D2F6f15bc7
4abae8cd920d48338e2d8b37c1fc44aa|MEE|CoinMeet||CRYPTO|2018|https://coinmeet.io/|
4af34c353a46476e9281ad95e6c3ba8f|XLR|Solaris|solaris|CRYPTO|2022|https://solariscoin.com/|
4afec3ac5890412cb385c2bae1ccce5f|ATCC|ATC Coin|atc-coin|CRYPTO|2022|http://atccoin.com/|0xddaaf4a0702a03a4505f2352a1aba001ffc344be
4b071dc4764a4c9b808d4e849e8f4615|KGS|Kyrgystani Som|kyrgystani-som|FIAT|2022||
4b3a5bbf8a3d447385226827fcf40bbe|EPY|Emphy||CRYPTO|2018|https://emphy.io/|
4b3f22bf12734947a226bfd631976d31|ELITE|Ethereum-Lite||CRYPTO|2018|http://www.ethereumlite.org/|
4b7f5cf1c64a4de99363478ad4542b89|SUSHI|SushiSwap|sushiswap|CRYPTO|2022|https://sushiswap.org/|0x6b3595068778dd592e39a122f4f5a5cf09c90fe2
4b839b602ca646c0a9df85bc978abf35|SONIQ|Soniq||CRYPTO|2018|https://soniqproject.com/|
4bc4a1261c5c4d99ad2300c7956c044b|STARSHIP|STARSHIP|starship|CRYPTO|2022|https://deploystarship.com/|
4bd1d7178b404578891c5e18e26881ac|DVI|Dvision Network|dvision-network|CRYPTO|2022|https://dvision.network/|0x10633216e7e8281e33c86f02bf8e565a635d9770
4c3287c67f7044398c32e04b71071547|SNX|Synthetix Network Token|synthetix-network-token|CRYPTO|2022|https://www.synthetix.io/|0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f
4c4886d777024b97910357e61fee9345|FLO|FlorinCoin|florincoin|CRYPTO|2022|http://florincoin.org/|
4c739baec23c4238a70de5395096c808|CELR|Celer Network|celer-network|CRYPTO|2022|https://www.celer.network/#|0x4f9254c83eb525f9fcf346490bbb3ed28a81c667
4c7f243bd3fc43a48bfe8587ef9039f7|TKO|Toko Token|toko-token|CRYPTO|2022|https://www.tokocrypto.com/|
4c8b2527d880474b98b705a12c3472e7|DROP|Dropil||CRYPTO|2018|https://dropil.com/|
4cc8e7ce5d604cb789182f28af04bcad|STX|Stacks|stacks|CRYPTO|2022|https://www.stacks.co/|
4cd2d9b6bf8e4668b815c0107a4f294b|VOXEL|Voxies|voxies|CRYPTO|2022|https://www.voxies.io/|
4cd5b5e0799740acbd5f27cbd2bf0a2f|SALT|Salt|salt|CRYPTO|2022|https://www.saltlending.com/|0x4156D3342D5c385a87D264F90653733592000581
4cf48b94efaf4ffebdc6a2dd69af3be4|FACE|Faceter|faceter|CRYPTO|2022|https://tokensale.faceter.io/en/|0x1ccaa0f2a7210d76e1fdec740d5f323e2e1b1672
4d0b37b40b8b49ec846d1ace0f6348fa|KZT|Kazakhstani Tenge|kazakhstani-tenge|FIAT|2022||
4d0eed5d0fc54343809156deae0a23df|BITSILVER|BitSILVER||CRYPTO|2018|https://bitshares.openledger.info|
4d2d2360ef244aadae7bd69e4597e1de|SRN|Sirin Labs Token|sirin-labs-token|CRYPTO|2022|https://sirinlabs.com/|0x68d57c9a1c35f63e2c83ee8e49a64e9d70528d25
4d2de78384494af190cffdff7c4749db|HIRE|HireMatch||CRYPTO|2018|https://hirematch.io/|
4d3d3cbd21634511bdcaf79c44f6c3cb|ENG|Enigma|enigma|CRYPTO|2022|https://enigma.co/|0xf0ee6b27b759c9893ce4f094b49ad28fd15a23e4
4d55435cc8d04406a41cc118ad0dc9ad|EURT|Tether EUR₮|tether-eurt|CRYPTO|2022|https://tether.to/|0xC581b735A1688071A1746c968e0798D642EDE491
4d8390e51509420e8930729dc222d328|PIRL|Pirl||CRYPTO|2018|https://pirl.io/|
4da4f14759a64e96a6daba35f10f1069|ATP|Atlas Protocol|atlas-protocol|CRYPTO|2022|https://atlasp.io/|
4dacfb0b025a432796fe385d04ce18d1|SPX|SP8DE|sp8de|CRYPTO|2022|https://sp8de.com/|0x05aaaa829afa407d83315cded1d45eb16025910c
4daed4e2466c42ffa9b1365ecc270058|AAA|Abulaba|abulaba|CRYPTO|2022|https://abulaba.co/|0xd938137e6d96c72e4a6085412ada2dad78ff89c4
4dd3774a35e141089db3a1a1d7391806|ACH|Alchemy Pay|alchemy-pay|CRYPTO|2022|https://www.alchemytech.io/|0xed04915c23f00a313a544955524eb7dbd823143d
4dd3f111a4024ce9a89aacf307950980|NXC|Nexium||CRYPTO|2018|https://beyond-the-void.net/index.php/nexium/|
4de45e1f8cad4427950f32e8ca0def57|JST|Just Governance Token|just-governance-token|CRYPTO|2022|https://www.just.network/|
4e1e6b97712f45f4a488a9bafd48c712|LYFE|Lyfe|lyfe|CRYPTO|2022|https://lyfe.health/|
4e233c3338df4d2b954a5876a884c875|LAMB|Lambda|lambda|CRYPTO|2022|https://www.lambda.im/|0x8971f9fd7196e5cee2c1032b50f656855af7dd26
4e3dc9af46274232a0e4044450f95559|CEN|Coinsuper-Ecosystem-Network||CRYPTO|2018|https://www.coinsuper.com/cen|
4e47d0b474dc4d16a0a0b114ae7c6c55|BOX|ContentBox|contentbox|CRYPTO|2022|https://contentbox.one/|0x63f584fa56e60e4d0fe8802b27c7e6e3b33e007f
4e85b32180874609ad09259fb927a3fb|PUT|Profile Utility Token|profile-utility-token|CRYPTO|2022|https://www.robin8put.org/|4060e21ac01b5c5d2a3f01cecd7cbf820f50be95
4eb353f1d9d0427fa55b2e3ccc5ea33d|PNT|Penta Network Token|penta-network-token|CRYPTO|2022|https://www.penta.global/|0x53066cddbc0099eb6c96785d9b3df2aaeede5da3
4eb4ec0081da4f359da55ac36abd3c3c|BECN|Beacon|beacon|CRYPTO|2022|https://beaconcrypto.org/|
4eb8f19c643641a6b6b471f12d860a83|COB|Cobinhood|cobinhood|CRYPTO|2022|https://www.cobinhood.com/|0xb2f7eb1f2c37645be61d73953035360e768d81e6
4eba8f5541764c60bf7bf7292250ba07|CHIPS|Chips||CRYPTO|2018|https://bitcointalk.org/index.php?topic=2078449|
4ebf3c920deb480e91eb0eda0d4fdea9|VRSC|Verus Coin|verus-coin|CRYPTO|2022|https://veruscoin.io/|
4eed14accd4141549f407501651e0482|ETK|Energi-Token||CRYPTO|2018|https://energitoken.com/|
4eeeadbcef1344dcbf057cb5c7ece9fe|BKBT|BeeKan|beekan|CRYPTO|2022|https://www.beekan.org/index_en.html|0x6a27348483d59150ae76ef4c0f3622a78b0ca698
4eef279cd7f7489ebb7ce9d288e88314|RENBTC|renBTC|renbtc|CRYPTO|2022|https://renproject.io/|
4ef215a4593948e7813856eb9482befb|XDC|XDC Network|xdc-network|CRYPTO|2022|https://www.xdc.org/|
4f00fd9dd5684cef99a7b5dbd7047f16|GFI|Goldfinch|goldfinch|CRYPTO|2022|https://goldfinch.finance/|
4f1f5a9239b14ac28b3c0daba3a8a42e|FSN|Fusion|fusion|CRYPTO|2022|https://fusion.org/|0xd0352a019e9ab9d757776f532377aaebd36fd541
4f28251c105a4f739e7a657a97eb296c|DVPN|Sentinel|sentinel|CRYPTO|2022|https://sentinel.co/|
4f62a84596a54f47963422fe8f7174b9|MCB|MCDex|mcdex|CRYPTO|2022|https://mcdex.io/|0x4e352cf164e64adcbad318c3a1e222e9eba4ce42
4f7299c6298a40598bcd03bffbfd6845|TT|Thunder Token|thunder-token|CRYPTO|2022|https://www.thundercore.com/|
4fdd3061d0424cda9a623e564ecd7e52|COVER|Cover Protocol|cover-protocol|CRYPTO|2022|https://www.coverprotocol.com/|0x4688a8b1f292fdab17e9a90c8bc379dc1dbd8713
4fef5270160b4faaaa864bcb29cb72ac|DEGEN|DEGEN Index|degen-index|CRYPTO|2022|https://indexed.finance/|0x126c121f99e1e211df2e5f8de2d96fa36647c855
4fef7f51d22a4354afc09d586972e73e|WDGLD|Wrapped-DGLD|wrapped-dgld|CRYPTO|2022|https://dgld.ch/|0x123151402076fc819B7564510989e475c9cD93CA
5020f936323641908c05aef9a0ddf4cf|PLA|Plair|plair|CRYPTO|2022|https://plair.life/|
505e3bce7f1644b2b42dc24def4f0b75|CTC|Credit-Tag-Chain||CRYPTO|2018|https://www.credittag.io/|
507ee91eb10d4d77ab9e7e5698778811|BERRY|Rentberry|rentberry|CRYPTO|2022|https://rentberry.com/|0x6aeb95f06cda84ca345c2de0f3b7f96923a44f4c
50985b5db2414c3a8429015f1f2d3613|NEXT|Next.exchange|next-exchange|CRYPTO|2022|https://next.exchange/|0x377d552914e7a104bc22b4f3b6268ddc69615be7
509de5ac2137411eb591a52e1be7b86d|SNPC|SnapCoin|snapcoin|CRYPTO|2022|https://www.snapparazzi.io/|0x752FF65b884b9C260D212C804E0b7ACEea012473
509df28a9e7246df8ee7a627c7936a38|FKX|Knoxstertoken|knoxstertoken|CRYPTO|2022|https://fortknoxster.com/|0x009e864923b49263c7f10d19b7f8ab7a9a5aad33
50a02a01108b4629b7bd516505ae3964|SIG|Signal-Token||CRYPTO|2018|https://www.spectivvr.com/|
50a56d7beaac49618726b71a5b65b154|PLBT|Polybius|polybius|CRYPTO|2022|https://polybius.io/|0x0AfFa06e7Fbe5bC9a764C979aA66E8256A631f02
50e36411e50c4c0f88d7e26c0f3de0c0|OCC|Octoin||CRYPTO|2018|https://octoin.com/|
50e8de50f5284d84b022b02d6680b6a0|NFTB|NFTb|nftb|CRYPTO|2022|https://nftb.io/|
50ecea52133546d9ac4fbe9604814818|OPTI|OptiToken||CRYPTO|2018|https://optitoken.io/|
5106982a62644ff3a43abbe3d318ac9a|MEX|MEX|mex|CRYPTO|2022|http://introduce.mex.link/|0x2ba6b1e4424e19816382d15937739959f7da5fd8
511331697d9e4f6b831e39f82fd88231|CPY|Copytrack||CRYPTO|2018|https://copytrack.io/|
512e1f2f6c934df4bc44c940882b3d33|SSP|South Sudanese Pound|south-sudanese-pound|FIAT|2022||
5143c612186c409ab04cf9e9290f6a53|KDA|Kadena|kadena|CRYPTO|2022|https://www.kadena.io/|
514efbaf19fd499ca559d6468d8af21d|UPP|Sentinel Protocol|sentinel-protocol|CRYPTO|2022|https://sentinelprotocol.io/|0xc86d054809623432210c107af2e3f619dcfbf652
515a2bab273644249bc8cb85ccab5138|EXO|Exosis|exosis|CRYPTO|2022|https://www.exosis.org/|
518a4ddf8e914ae6affbf970bfa38904|FJD|Fijian Dollar|fijian-dollar|FIAT|2022||
519efe2f541b42d39458a3cf7f9542e8|INCX|INCX|incx|CRYPTO|2022|https://internationalcryptox.io/|0xa984a92731c088f1ea4d53b71a2565a399f7d8d5
51b969c828074816afea096bd66f7903|YOYOW|YOYOW|yoyow|CRYPTO|2022|https://yoyow.org/|0xcbeaec699431857fdb4d37addbbdc20e132d4903
51c5ce6be0ec46d4befdc0f28b3080ff|XBP|BlitzPredict|blitzpredict|CRYPTO|2022|https://www.blitzpredict.io/|0x28dee01d53fed0edf5f6e310bf8ef9311513ae40
527fdfa1f63d439998df42315ab6135a|DGX|Digx Gold Token|digx-gold-token|CRYPTO|2022|https://digix.global/|0x4f3afec4e5a3f2a6a1a411def7d7dfe50ee057bf
528352efcadc46caa0a7eff05499ebee|DLT|Agrello Delta|agrello-delta|CRYPTO|2022|https://agrello.io/|0x07e3c70653548B04f0A75970C1F81B4CBbFB606f
5288eb6e76164a9e8d6fe4331f3527d6|TNC|Trinity Network Credit|trinity-network-credit|CRYPTO|2022|https://trinity.tech/|08e8c4400f1af2c20c28e0018f29535eb85d15b6
5289d130e32541889e164e9a67118859|FTT|FarmaTrust||CRYPTO|2018|https://farmatrust.io/|
52a5c190de1b4264b6faa0ee5d4d1cb5|LIKE|LikeCoin|likecoin|CRYPTO|2022|https://like.co/|0x02f61fd266da6e8b102d4121f5ce7b992640cf98
52ab2ab8f9d547fb93ddcb02d41e40ed|ICP|Internet Computer|internet-computer|CRYPTO|2022|https://dfinity.org/|
52c5dd28b821417ca7b4f9e400a70803|GO|GoChain|gochain|CRYPTO|2022|https://gochain.io/|
52cf746822cc426e9e55ef331e058ef2|GRT|The Graph|the-graph|CRYPTO|2022|https://thegraph.com/|0xc944e90c64b2c07662a292be6244bdf05cda44a7
52f12a629ee146dfabf452c96a725c13|ANC|Anchor Protocol|anchor-protocol|CRYPTO|2022|https://anchorprotocol.com/|0x0f3adc247e91c3c50bc08721355a41037e89bc20
5342d16ae1524225abd874eda086b76e|RBX|Ripto-Bux||CRYPTO|2018|http://riptobux.com/|
53998b53aa0d46458b387c0f3151f74f|SHOW|Show||CRYPTO|2018|http://www.show.one/|
53a0e90aab26426b98fc50ee0f35b087|BEM|BEMIL Coin|bemil-coin|CRYPTO|2022|https://bemil.io/|
53c9e00435964ca6bcfa7b7dbfc9a60f|IOST|IOStoken|iostoken|CRYPTO|2022|http://iost.io/|0xfa1a856cfa3409cfa145fa4e20eb270df3eb21ab
53d2478bbbb74ff9859834e13cb3c7ff|PUSH|Ethereum Push Notification Service|ethereum-push-notification-service|CRYPTO|2022|https://epns.io/|0xf418588522d5dd018b425e472991e52ebbeeeeee
53e35c75e7f9421a9dd68af1a40c3d1d|CONI|Coni||CRYPTO|2018|https://www.coinbene.com/#/|
53f3160074634521a57c7b0388966dc1|PARA|Parallel Finance|parallel-finance|CRYPTO|2022|https://parallel.fi/|
542b474e6e984fb088cb06c0ab22c801|AAC|Acute Angle Cloud|acute-angle-cloud|CRYPTO|2022|http://acuteangle.com/|0xe75ad3aab14e4b0df8c5da4286608dabb21bd864
542fb11fea8a485982fbd1f1bfdf8c31|QAU|Quantum|quantum|CRYPTO|2022|http://www.quantumproject.org/|0x671abbe5ce652491985342e85428eb1b07bc6c64
5434a56b1eb64bacb4f85ed26dd8e151|ERC|EuropeCoin||CRYPTO|2018|https://www.europecoin.eu.org/|
544585af15e1459b839a414e6c0f705e|BITCNY|BitCNY|bitcny|CRYPTO|2022|https://bitshares.openledger.info|
544d47ca26c74c4caab4459f0c62de5e|ZUKI|Zuki Moba|zuki-moba|CRYPTO|2022|https://zukimoba.com/|
5462d67caca24aff905fc6f5e3fc1468|ARMOR|Armor|armor|CRYPTO|2022|https://armor.fi/|0x1337def16f9b486faed0293eb623dc8395dfe46a
548fa8127a4b48a1aeb044cc64596434|HBZ|Helbiz||CRYPTO|2018|https://www.helbizcoin.io/|
549396504eab4187b592f5d2c7d8e232|CCT|Crystal-Clear||CRYPTO|2018|http://crystal-clear.io/|
54a9728fc6e74cf0a99334072455a4d0|OCL|Oceanlab||CRYPTO|2018|https://oceanlab.eu/|
54f2f71dd65c45778f5c50a74bef2c0d|MBRS|Embers||CRYPTO|2018|https://embermine.com/#home|
55043194ce6242ca8858cd576e8758ef|CHAT|ChatCoin|chatcoin|CRYPTO|2022|http://www.openchat.co/|0x442bc47357919446eabc18c7211e57a13d983469
5519203e2401457e9f5d782e8a44f0b0|EDR|Endor Protocol|endor-protocol|CRYPTO|2022|https://www.endor.com/|0xc528c28fec0a90c083328bc45f587ee215760a0f
551cdbbe2a974af8b6bc3254210ed021|AMPL|Ampleforth|ampleforth|CRYPTO|2022|https://www.ampleforth.org/|0xd46ba6d942050d489dbd938a2c909a5d5039a161
5520faae51bc4991b9d7d29917505f8f|VCT|ValueCyberToken||CRYPTO|2018|http://www.valuecyber.org/|
552dcf0a68e0403d94b3c6bdd74b4df5|CYL|Crystal Token|crystal-token|CRYPTO|2022|https://www.crystaltoken.co/|0x26CB3641aaA43911f1D4cB2ce544eb652AAc7c47
55473a86fe2944d7938029b01174611c|ABT|ArcBlock|arcblock|CRYPTO|2022|https://www.arcblock.io/|0xb98d4c97425d9908e66e53a6fdf673acca0be986
55553306382a490ba4a44d8ac1840185|XNO|Nano|nano|CRYPTO|2022|https://nano.org/en|
55955149201745f0b2c139f62c445637|DRP|DCORP||CRYPTO|2018|https://www.dcorp.it/|
559ab9484e164dcd8d204b2a02e01617|ETHO|Etho Protocol|ether-1|CRYPTO|2022|https://ethoprotocol.com/|0x99676c9fa4c77848aeb2383fcfbd7e980dc25027
55add9d0a38649399c144bae509c0323|DEB|Debitum Network|debitum-network|CRYPTO|2022|https://debitum.network/|0x151202c9c18e495656f372281f493eb7698961d5
55d1d230d7bc4a1cae0ec61d8ff83ee3|MITX|Morpheus Labs|morpheus-labs|CRYPTO|2022|https://morpheuslabs.io/|0x4a527d8fc13c5203ab24ba0944f4cb14658d1db6
55d9a188ce7e4947a5442c83f66c6633|BCPT|BlockMason Credit Protocol Token|blockmason-credit-protocol-token|CRYPTO|2022|https://blockmason.io/|0x1c4481750daa5ff521a2a7490d9981ed46465dbd
55f1e64bd05c4e4089feb2d453de2727|NBOT|Naka Bodhi Token|naka-bodhi-token|CRYPTO|2022|https://www.nakachain.org/|
5602e12e0a1243318035dd77d49c0b2f|ARO|Arionum|arionum|CRYPTO|2022|https://www.arionum.com/|
5605e33a04f3485192a9e868e27dfd45|MIM|Magic Internet Money|magic-internet-money|CRYPTO|2022|https://abracadabra.money/|0x99d8a9c45b2eca8864373a26d1459e3dff1e17f3
56071886285b4140bdd6632b23283618|AOA|Angolan Kwanza|angolan-kwanza|FIAT|2022||
5645f2ceb5e1499cab6dda0df32abf9a|SUP|Superior-Coin||CRYPTO|2018|http://superior-coin.com/|
5659c420118f4ae7bbf997c61b5d6ad9|GCR|GCRCoin|gcrcoin|CRYPTO|2022|http://gcrcoin.com/|
566766c5cd0147c295b79528fb3c3cb6|SYP|Syrian Pound|syrian-pound|FIAT|2022||
568179fe820a44569b9131fe9e23cf5b|PYR|Vulcan Forged|vulcan-forged|CRYPTO|2022|https://vulcanforged.com/|0x9534ad65fb398e27ac8f4251dae1780b989d136e
5693138ce76243568d7e0cc626e9671d|WAXE|WAX Economic Activity Token|wax-economic-activity-token|CRYPTO|2022|https://wax.io/|0x7a2bc711e19ba6aff6ce8246c546e8c4b4944dfd
569c01680ab640f39129c9bafd37701c|KLAY|Klaytn|klaytn|CRYPTO|2022|https://www.klaytn.com/|
56a19aa40dfd464bb5d861636e7fd26b|DREAM|DreamTeam|dreamteam|CRYPTO|2022|https://token.dreamteam.gg/|0x82f4ded9cec9b5750fbff5c2185aee35afc16587
56dd78d8a5764e7c9bb616af857165eb|NKT|Nakamotodark||CRYPTO|2018|https://bitcointalk.org/index.php?topic=896354.0|
56f3f917d87745ebb4b62b848c9addab|EDN|EdenChain|edenchain|CRYPTO|2022|https://edenchain.io/|0x89020f0d5c5af4f3407eb5fe185416c457b0e93e
571395a17df344fb8209e91fb4f1daa9|NFT|APENFT|apenft|CRYPTO|2022|https://apenft.io/|
57213a41e4a141b0b4af7826d39c925d|XTL|Stellite||CRYPTO|2018|https://stellite.cash/|
57254f4e1e0444c795c6860f0905cd47|SLS|SaluS|salus|CRYPTO|2022|http://saluscoin.info/|
5726675289ed416280119cd34ccbeaa5|PAYX|Paypex|paypex|CRYPTO|2022|https://paypex.org/|0x62a56a4a2ef4d355d34d10fbf837e747504d38d4
572de1d3ea654beaaf4b48f7a0394b89|CSM|Consentium|consentium|CRYPTO|2022|https://www.consentium.net/|0xd8698a985b89650d0a70f99ad2909bd0c0b4b51c
572f03452d4c4d83813d1ab0bae98010|KEY|SelfKey|selfkey|CRYPTO|2022|https://selfkey.org/|0x4cc19356f2d37338b9802aa8e8fc58b0373296e7
574bfb8bed0a490aba87d6e1cbca75a8|LEO|LEO Token|leo-token|CRYPTO|2022|https://www.bitfinex.com/wp-2019-05.pdf|0x2af5d2ad76741191d15dfe7bf6ac92d4bd912ca3
57574e8ae4594096a9762a50a683b0ff|SSV|SSV Network|ssv-network|CRYPTO|2022|https://ssv.network/|
579a803e559540938fd32c5f78652a8d|VIBE|Vibe|vibe|CRYPTO|2022|https://www.vibehub.io/|0xe8ff5c9c75deb346acac493c463c8950be03dfba
57f5a083a6424227a5f33b8ffc83bcca|BFC|Bifrost|bifrost|CRYPTO|2022|https://thebifrost.io/|
581bda5325264bb6b401089c7bb8e4cd|LIGHT|LightChain||CRYPTO|2018|http://www.lightchain.one/|
581cafd3c8e34805afddc9c02ac846c7|MORE|Mithril-Ore||CRYPTO|2018|http://www.mithrilore.io/|
583dd86823384ee28c07daf7f172993a|PDEX|Polkadex|polkadex|CRYPTO|2022|https://www.polkadex.trade/|0xF59ae934f6fe444afC309586cC60a84a0F89Aaea
5840c51206cc45af9aa63f263a3ecb9e|QAC|Quasarcoin|quasarcoin|CRYPTO|2022|http://quasarcoin.org/|
584f53b886f24a8cab0fa860d2986f4a|KMF|Comorian Franc|comorian-franc|FIAT|2022||
5879c1a5b80445a2b6dbe92732a58fdc|DAR|Darcrus||CRYPTO|2018|https://www.darcr.us/|
587cf93c6a1b4731be5b6a0d30cbd513|HELP|GoHelpFund|gohelpfund|CRYPTO|2022|https://gohelpfund.com/|0xbbc2045d335cb224228f1850b29173d9d7d7b989
58bde2aa531f4646a7dec24a6827795f|XRED|Red Community Token|red-community-token|CRYPTO|2022|https://www.red-lang.org/|0x76960dccd5a1fe799f7c29be9f19ceb4627aeb2f
58e72eb795824faaac7af0be321b5427|WISH|MyWish||CRYPTO|2018|https://mywish.io/index.html|
59069644a36a477f9e1a1132ad588924|MXM|Maximine-Coin||CRYPTO|2018|https://maximine.io/|
592434c5b0574750ac9e43b1fb1b611c|SHPING|Shping Coin|shping-coin|CRYPTO|2022|https://www.shping.com/|0x7c84e62859d0715eb77d1b1c4154ecd6abb21bec
592e8d68f12d4d1eb72da61605e078cc|CVP|PowerPool|powerpool|CRYPTO|2022|https://powerpool.finance/|0x38e4adB44ef08F22F5B5b76A8f0c2d0dCbE7DcA1
5945a133f5774462b028e2e23da8a48c|DASH|Dash|dash|CRYPTO|2022|https://www.dash.org/|
595786f0e7b74921a984d7eca0021a90|MATTER|AntiMatter|antimatter|CRYPTO|2022|https://antimatter.finance/|0x9b99cca871be05119b2012fd4474731dd653febe
5959989a2c764ccf8de9732eb20b71a5|ATB|ATBCoin|atbcoin|CRYPTO|2022|https://atbcoin.com/|
5977fa8d1406416588606a4619b982ab|COV|Covesting|covesting|CRYPTO|2022|https://covesting.io/|0xada86b1b313d1d5267e3fc0bb303f0a2b66d0ea7
5988edd97d9b437f8081c65529da4ffe|TCP|The Crypto Prophecies|the-crypto-prophecies|CRYPTO|2022|https://www.thecryptoprophecies.com/|0x06576eb3b212d605b797dc15523d9dc9f4f66db4
598a54cd98dc47a59224ab3a6789f9a3|ERG|Ergo|ergo|CRYPTO|2022|https://ergoplatform.org/|
599f1cb7a05d4a08b8769db81a0391ef|SGN|Signals-Network||CRYPTO|2018|https://signals.network/|
59b37da6acbd4ebf97614ae9148a475c|BSTN|Bitstation||CRYPTO|2018|https://www.bitstation.co/en/|
59bb355d2c554c8ca02af1e78e850832|HBC|HomeBlockCoin||CRYPTO|2018|https://www.homeblockcoin.com/|
59c4239163154d2ab54a0f23fb3f6a06|MAS|Midas Protocol|midas-protocol|CRYPTO|2022|https://midasprotocol.io/|0x23ccc43365d9dd3882eab88f43d515208f832430
59e0c338298b4364a13d91bc5b8bf64c|CFG|Centrifuge|centrifuge|CRYPTO|2022|https://centrifuge.io/|
5a0db1b8c5764f6d9a89e3d2cd2a9649|CEL|Celsius|celsius|CRYPTO|2022|https://celsius.network/|0xaaaebe6fe48e54f431b0c390cfaf0b017d09d42d
5a35681c2f3141c68ea62ca32d7cba3e|OMR|Omani Rial|omani-rial|FIAT|2022||
5a55edf6feca4111a9723a5709e3dd87|TOMO|TomoChain|tomochain|CRYPTO|2022|https://tomocoin.io/|0x8b353021189375591723e7384262f45709a3c3dc
5a639c80dee0497c80c1036ae1c721c5|YUKI|YUKI|yuki|CRYPTO|2022|https://www.yukicoin.jp/en|0x5ab793e36070f0fac928ea15826b0c1bc5365119
5a713fe1755c4b29965aa38550631867|DELTA|DeltaChain|deltachain|CRYPTO|2022|https://deltachain.tech/|0xde1e0ae6101b46520cf66fdc0b1059c5cc3d106c
5a901d18f552444b9e41a71f3bf9fb9f|DMG|DMM Governance Token|dmm-governance-token|CRYPTO|2022|https://defimoneymarket.com/|0xEd91879919B71bB6905f23af0A68d231EcF87b14
5aa2a20f912d477c80de627db1e04cfb|STORJ|Storj|storj|CRYPTO|2022|https://storj.io/|0xB64ef51C888972c908CFacf59B47C1AfBC0Ab8aC
5ac02bd2d97344f8831050f96f29b898|LDC|Leadcoin||CRYPTO|2018|https://www.leadcoin.network/|
5ac391c03cb84d7694f152acdb6ac1fd|ETC|Ethereum Classic|ethereum-classic|CRYPTO|2022|https://ethereumclassic.github.io/|
5ad40dcbfeeb4e479dcea69d0b37c013|NOBL|NobleCoin|noblecoin|CRYPTO|2022|https://www.noblemovement.com/|
5af635c3d65b45c8b3ae3ade7ccf0e4e|REVO|Revomon|revomon|CRYPTO|2022|https://revomon.io/|0x155040625d7ae3e9cada9a73e3e44f76d3ed1409
5b16f037831644dea7a209a09861c957|IPX|Tachyon Protocol|tachyon-protocol|CRYPTO|2022|https://tachyon.eco/|
5b35cc147ec8455293531d5fb949b36d|AMB|Ambrosus|ambrosus|CRYPTO|2022|https://ambrosus.com/|0x4DC3643DbC642b72C158E7F3d2ff232df61cb6CE
5b399eaf2ac147778205d3b4c4804cfe|VOCO|Provoco Token|provoco-token|CRYPTO|2022|https://provoco.me/|0xb5ca46cf1da09248126682a7bd72401fd7a6b151
5b66622e39df4218af0bb0d34fb83fd7|PBT|Primalbase-Token||CRYPTO|2018|https://primalbase.com/|
5b8b3385df9347f290220130f42bf396|FWT|Freeway Token|freeway-token|CRYPTO|2022|https://freeway.io/|
5b8f552d14ad47ea87f2b148acedbab3|ETB|Ethiopian Birr|ethiopian-birr|FIAT|2022||
5b9885aeda5547e3ace4f5975f077a2c|CS|Credits|credits|CRYPTO|2022|https://credits.com/en|0x46b9ad944d1059450da1163511069c718f699d31
5baf11c0d54f478abd1fc5857503d26a|YFII|DFI.Money|dfi-money|CRYPTO|2022|https://dfi.money/|0xa1d0E215a23d7030842FC67cE582a6aFa3CCaB83
5bf4ad834c0a4d31a4d1b303ee48c1a8|LALA|LaLa-World||CRYPTO|2018|https://lalaworld.io/|
5bf5ca1eae014ab499f27cae7312f3d1|LOBS|Lobstex|lobstex|CRYPTO|2022|http://www.lobstex.com/|
5bf86e4930d845299c2eba5034c5d0e3|KINT|Kintsugi|kintsugi|CRYPTO|2022|https://kintsugi.interlay.io|
5c0bf7a06ce04a16a798a9114a84c4e0|AKA|Akroma|akroma|CRYPTO|2022|https://akroma.io/|
5c24ae13203a422094f61f665bb2199f|MNP|MNPCoin|mnpcoin|CRYPTO|2022|https://mnpcoin.pro/|
5c6bff4d19c844d5b3c2846ffefba359|UNB|UnbreakableCoin||CRYPTO|2018|http://www.unbreakablecoin.com/|
5c6c35b8105b427395d22d88772da974|BMH|BlockMesh|blockmesh|CRYPTO|2022|https://www.blockmesh.io/|0xf03045a4c8077e38f3b8e2ed33b8aee69edf869f
5ca67d10ee8743548c7657fb1f4f7df1|ICOS|ICOS||CRYPTO|2018|https://icos.icobox.io/|
5cb10c04850e43a0bb882f63ca0e60ec|INX|INX Limited Token|inx-limited-token|CRYPTO|2022|https://www.inx.co/securities/the-inx-token|
5cdccce87ae94c52a7f5576b81fc9b7e|YCC|Yuan Chain|yuan-chain|CRYPTO|2022|https://www.yuan.org/|0x37e1160184f7dd29f00b78c050bf13224780b0b0
5cffe149e636418f955575ec50bed895|DF|dForce Token|dforce-token|CRYPTO|2022|https://dforce.network/|0x431ad2ff6a9c365805ebad47ee021148d6f7dbe0
5d0ad08c205445e2a2793d75aa1f689b|ZBA|Zoomba||CRYPTO|2018|https://zoombacoin.com/|
5d17e9255b324ebcbfd474fcf929fd42|NUG|Nuggets||CRYPTO|2018|https://nuggets.life/|
5d1c2424feb64fe8b4611e641b87571a|CARAT|CARAT|carat|CRYPTO|2022|https://carats.io/|0x19ea630bcbc1a511a16e65b6ecd447c92e1c087c
5d236339e975431685e5d0d1e309a760|CREAM|Cream Finance|cream-finance|CRYPTO|2022|https://cream.finance/|0x2ba592f78db6436527729929aaf6c908497cb200
5d28688a513a462db1ecc68572bbc5de|TTU|TaTaTu||CRYPTO|2018|https://tatatutoken.io/|
5d47cf44b4c3408082ce2133df78fede|COMP|Compound Governance Token|compound-governance-token|CRYPTO|2022|https://compound.finance/governance/comp|0xc00e94cb662c3520282e6f5717214004a7f26888
5d5c39bf6ea64eb8a99fedd545c44d82|RNTB|BitRent|bitrent|CRYPTO|2022|https://bitrent.io/|0x1fe70be734e473e5721ea57c8b5b01e6caa52686
5d76005660f04be080660f71d7c6666c|KAN|BitKan|bitkan|CRYPTO|2022|http://www.kan.land/|0x1410434b0346f5be678d0fb554e5c7ab620f8f4a
5daa34ea79dc4d1f9a6ac742b1b13faa|KES|Kenyan Shilling|kenyan-shilling|FIAT|2022||
5db17379c92443d183e43a4ccae8892f|ICHI|ICHI|ichi|CRYPTO|2022|https://www.ichi.org/|
5df85aa791c749eeacdaf103b97b8d05|COVA|Covalent|covalent|CRYPTO|2022|https://covalent.ai/|0xd417144312dbf50465b1c641d016962017ef6240
5e13114957e3489cb67da5ceae6daa1d|ETP|Metaverse Entropy|metaverse-entropy|CRYPTO|2022|http://mvs.live/|
5e2045f384da482fa93285c3872cb864|WOO|Wootrade|wootrade|CRYPTO|2022|https://woo.network/|0x4691937a7508860f876c9c0a2a617e7d9e945d4b
5e301de084ff479f938e7123d929cd0f|BEL|Bella Protocol|bella-protocol|CRYPTO|2022|https://bella.fi/|0xa91ac63d040deb1b7a5e4d4134ad23eb0ba07e14
5e4c18fdf8744a479f54ea5581f3bbc7|RUFF|Ruff|ruff|CRYPTO|2022|http://ruffchain.com/|0xf278c1ca969095ffddded020290cf8b5c424ace2
5e5bea55684a47009bc10faaa656c2dc|GTO|Gifto|gifto|CRYPTO|2022|https://gifto.io/|0xc5bbae50781be1669306b9e001eff57a2957b09d
5e71126329b84b6ab7de2ac32e0efe42|ABDT|Atlantis Blue Digital Token|atlantis-blue-digital-token|CRYPTO|2022|https://atlantisblue.org/|ABDT-GDZURZR6RZKIQVOWZFWPVAUBMLLBQGXP2K5E5G7PEOV75IYPDFA36WK4
5e843e478ffa4d1abc8c99e50cb775ef|NXS|Nexus|nexus|CRYPTO|2022|https://nexus.io/|
5e98f85f351a454c93d55ac32a6c02be|NULS|Nuls|nuls|CRYPTO|2022|https://nuls.io/|0xb91318f35bdb262e9423bc7c7c2a3a93dd93c92c
5e9f02b2890a48af83a60163771f33cb|CHR|Chromia|chromia|CRYPTO|2022|https://chromia.com/|0x8a2279d4a90b6fe1c4b30fa660cc9f926797baa2
5ed18a6626a44d8d861d8f66556232ee|BTCONE|BitCoin-One||CRYPTO|2018|https://www.bitcoinone.io/|
5ee37d622bd54ae8a2c5ba9b1f9b5df0|OM|MANTRA DAO|mantra-dao|CRYPTO|2022|https://mantradao.com/|0x3593d125a4f7849a1b059e64f4517a86dd60c95d
5f12a37add454b0297deff8981f282cf|PLAN|Plancoin||CRYPTO|2018|https://plancoin.co/|
5f3cb9ae829442789a6695e73f28c769|VEN|VeChain||CRYPTO|2018|https://www.vechain.com|
5f491f2d0ee7437daf62071dc5e39896|GEMZ|Gems||CRYPTO|2018|http://getgems.org/|
5f56fb5d1d8d4c2080d5a370bfa55180|SIGT|Signatum||CRYPTO|2018|https://signatum.io/|
5f805d9fc7dc47e3a3c89448dea9792d|BTSR|BTSR||CRYPTO|2018|https://btsr.io/|
5f85c7c822e24621be652e60c4937427|MERO|Mero||CRYPTO|2018|https://mero.network/|
5f94009172cb4704b442b5efd9d85684|MET|Metronome|metronome|CRYPTO|2022|https://www.metronome.io/|0xa3d58c4e56fedcae3a7c43a725aee9a71f0ece4e
5fa3a94633954ab7858ac9f8ce536bb1|ECH|Etherecash||CRYPTO|2018|http://etherecash.io/|
5ff3f2e9d0d743c8916aef5d0a6289b9|FXC|Flexacoin|flexacoin|CRYPTO|2022|https://flexa.network/|0x4a57e687b9126435a9b19e4a802113e266adebde
6067b598b26c4e3e8c2a010a1c7d2b1c|XYM|Symbol|symbol|CRYPTO|2022|https://symbolplatform.com/|
6089e9521cab4cd4a03fba66b085b25c|BSM|Bitsum||CRYPTO|2018|https://bitsum.money/|
60b8ad3ae9f142ff8f8ef6b6af8c1810|ODEM|ODEM|odem|CRYPTO|2022|https://odem.io/|0xbf52f2ab39e26e0951d2a02b49b7702abe30406a
60cce0b4905d4222bf918c5a67c4279b|XEL|Elastic||CRYPTO|2018|https://www.elastic.pw|
60e7d532a3b64e05a69525600875fe0e|GUSD|Gemini Dollar|gemini-dollar|CRYPTO|2022|https://gemini.com/dollar/|0x056fd409e1d7a124bd7017459dfea2f387b6d5cd
60f3e984ff5e4edcb1044f123d9c5610|ACAT|Alphacat|alphacat|CRYPTO|2022|https://www.alphacat.io/|7f86d61ff377f1b12e589a5907152b57e2ad9a7a
60fcf891a972407b9137507e3014f16f|PTOY|Patientory|patientory|CRYPTO|2022|https://patientory.com/|0x8Ae4BF2C33a8e667de34B54938B0ccD03Eb8CC06
610d6a0bf2b0400abd5f6eaf8e8e9c86|BOX|BOX Token|box-token|CRYPTO|2022|https://box.la/en|
612b56033412436e9ec2483ccbf99551|GEO|GeoCoin|geocoin|CRYPTO|2022|http://geo.money/|0x500684ce0d4f04abedff3e54fcf8acc5e6cfc4bd
6148410f1a5b43da932246a0979360ec|B2M|Bit2Me|bit2me|CRYPTO|2022|https://bit2me.com/|
616e0dbc4a4c45bda0691cfbde9d8b8b|CRO|Cronos|crypto-com-chain|CRYPTO|2022|https://www.crypto.com/en/chain|0xa0b73e1ff0b80914ab6fe0444e65848c4c34450b
61742e44cd4f4e16ad36b80404d74071|TKR|Trackr||CRYPTO|2018|https://www.trackr.im/|
618a100400824a4fa8a0baf188b42886|ZET|Zetacoin|zetacoin|CRYPTO|2022|http://zetacoin.cc/|
619339a8049a496db18474f3278207b8|B2B|B2BX|b2bx|CRYPTO|2022|https://www.b2bx.pro/|0x5d51fcced3114a8bb5e90cdd0f9d682bcbcc5393
61ad6fdc36064f998862bc5ab316c749|TIX|Blocktix|blocktix|CRYPTO|2022|https://blocktix.io/|0xEa1f346faF023F974Eb5adaf088BbCdf02d761F4
61c58a9e40494dffbb15e51567336ce3|BET|DAO-Casino||CRYPTO|2018|https://dao.casino/|
61fa967e6de84007a6b6a854490f7ed2|SPA|SpainCoin||CRYPTO|2018|http://spaincoin.org/en/|
62083cda907e42daaac6ea601d60be86|ASTRO|Astroport|astroport|CRYPTO|2022|https://astroport.fi/|
620da02a1ed64cc0a5e2be406db7770b|XNC|XeniosCoin|xenioscoin|CRYPTO|2022|https://xenioscoin.gr/|
623357ebd1e84dc5941a5fc6cef5b726|POKT|Pocket Network|pocket-network|CRYPTO|2022|https://www.pokt.network/|
623a2ae5912a4f43be77a7877c89eb1f|VISR|Visor|visor|CRYPTO|2022|https://www.visor.finance/|0xf938424f7210f31df2aee3011291b658f872e91e
62781f21de024e9fa12c0fc473b24ef3|IRR|Iranian Rial|iranian-rial|FIAT|2022||
627c43ec8b134f068d756e40d2a51a9b|BBR|Boolberry|boolberry|CRYPTO|2022|http://boolberry.com/|
62abc5eb9f1642028f6edfcc021c8eab|POND|Marlin|marlin|CRYPTO|2022|https://www.marlin.org/|
62bb4865137e4376a90798b86ffda109|UBQ|Ubiq|ubiq|CRYPTO|2022|https://ubiqsmart.com/|
62c30ad9e34a4d73b568bad05295532c|COS|Contentos|contentos|CRYPTO|2022|https://www.contentos.io/|
62ce5d8eac704fd3b3e2c36510a31e96|KILT|KILT Protocol|kilt-protocol|CRYPTO|2022|https://www.kilt.io/|
62d52cf5ab304feaae46dbca20998a7f|PYN|Paycent|paycent|CRYPTO|2022|https://paycent.com/|0x0142c3b2fc51819b5af5dfc4aa52df9722790851
62e43346da5b4e5aa489d5fc33f4691f|EXP|Expanse|expanse|CRYPTO|2022|https://expanse.tech/|
62eab8c1f33e49b5bbc7a0cf7c423655|RUR|Old Russian Ruble||FIAT|2018||
6312cdbfcd774fd79d708d7c789fcf96|RBC|Rubic|rubic|CRYPTO|2022|https://app.rubic.exchange/|
631cc5abd7d244faa090d4139b1e2e7b|MT|MyToken|mytoken|CRYPTO|2022|https://mytoken.io/|0x9b4e2b4b13d125238aa0480dd42b4f6fc71b37cc
632199e64c9c40a6a735ed54258b2445|SFI|Saffron Finance|saffron-finance|CRYPTO|2022|https://saffron.finance/|0xb753428af26e81097e7fd17f40c88aaa3e04902c
632a54f488f24341aa644bff3d565843|FRV|Fitrova||CRYPTO|2018|https://www.fitrova.com/|
634d0d6dc79543019f48576810c05dae|LBC|LBRY Credits|lbry-credits|CRYPTO|2022|https://lbry.io/|
6368a73f89f941fdb56ababb28a421da|T|Threshold|threshold|CRYPTO|2022|https://threshold.network/|
636bf098317b49d3a9270cff67c8f8ee|GERO|GeroWallet|gerowallet|CRYPTO|2022|https://gerowallet.io/|0x3431F91b3a388115F00C5Ba9FdB899851D005Fb5
637d2d9d1da044149b81369f95a20057|NOKU|Noku||CRYPTO|2018|https://www.noku.io/|
638a50f4d0bf4835b4548fd401c93beb|GIO|Graviocoin|graviocoin|CRYPTO|2022|https://www.gravio.net/|
638cf4d0a26545dc9b74ed723aa39c67|WHALE|WHALE|whale|CRYPTO|2022|https://whale.me/|0x9355372396e3F6daF13359B7b607a3374cc638e0
63a1d2c21cb84557bbc35935440545d6|GXS|GXChain|gxchain-gxc|CRYPTO|2022|https://gxs.gxb.io/|
63be0682f74a4796b3fc599f9f2d6216|OLE|Olive||CRYPTO|2018|http://www.olivecoin.co/static/indexe.html|
63d4ed33622d4bc489a6a945355c9341|QUIN|Quinads|quinads|CRYPTO|2022|https://quinads.com/|0x86e44543164d9b97b14ef7f6f3ab7ba670cab346
63d800285619491d921d825c77d936fc|DG|Decentral Games [OLD]|decentral-games-old|CRYPTO|2022|https://decentral.games/|0xee06a81a695750e71a662b51066f2c74cf4478a0
63e8337110ca48e69047c20e3e070ed5|SIGMA|SIGMAcoin||CRYPTO|2018|http://www.sigmacoin.org/|
63eb1ec8c5ac42ae992b1a7d3a79f069|MUE|MonetaryUnit|monetaryunit|CRYPTO|2022|https://www.monetaryunit.org/|
645854a9f95b482892a0685685725f5c|MAD|Moroccan Dirham|moroccan-dirham|FIAT|2022||
6458dd4cf5b54806bc7a86402c8653ec|ZNT|Zenith Finance|zenith-finance|CRYPTO|2022|https://www.zenith.finance/|
6467c0af84004a87b116fa4c6fd74a74|MTL|Maltese Lira||FIAT|2018||
647c50f0f19049b9b2fb6d15794c73b5|00|00 Token|00-token|CRYPTO|2022|https://www.zeroze.ro/|
6496cb5f4c594be0bea3b4abf8f1815e|APC|Alpha Coin|alpha-coin|CRYPTO|2022|https://alpha-coin.io/|0x15bda08c3afbf5955d6e9b235fd55a1fd0dbc829
6496d159a44d46d3a39dbb9d114b9494|VIDY|VIDY|vidy|CRYPTO|2022|https://vidy.com/|0xc77b230f31b517f1ef362e59c173c2be6540b5e8
6498af775d7e47d78bc82aca9bddd2ff|PC|PromotionCoin|promotioncoin|CRYPTO|2022|http://www.pchain.io/|0xa6714a2e5f0b1bdb97b895b0913b4fcd3a775e4d
64c0e51ee46443c68fd227e8858c0483|EMRX|Emirex Token|emirex-token|CRYPTO|2022|https://emirex.com/|0xbdbC2a5B32F3a5141ACd18C39883066E4daB9774
64c2ea9d79ee46f69b56778d9b9a5082|SWAP|TrustSwap|trustswap|CRYPTO|2022|https://trustswap.org/|0xcc4304a31d09258b0029ea7fe63d032f52e44efe
64d98874bca942bd84ae0b4530e16453|AGLD|Adventure Gold|adventure-gold|CRYPTO|2022|https://www.lootproject.com/|0x32353a6c91143bfd6c7d363b546e62a9a2489a20
650681ccd39548c98681dae6b3626839|DIA|DIA|dia|CRYPTO|2022|https://diadata.org/|0x84ca8bc7997272c7cfb4d0cd3d55cd942b3c9419
651a7c3ada1f4da482da641260a44498|QUACK|Rich Quack|rich-quack|CRYPTO|2022|https://richquack.com/|
6524a2969a75420ca12e4930e5e5e8eb|EXY|Experty||CRYPTO|2018|https://experty.io/en|
653104105c664639b5c4f30b820476a6|HSC|HashCoin|hashcoin|CRYPTO|2022|https://www.hashfuture.io/#home|0x2bba3cf6de6058cc1b4457ce00deb359e2703d7f
65384186efa84a73b8077e7d6911b67e|SPS|Splintershards|splintershards|CRYPTO|2022|https://splinterlands.com/|
6543c919c6f44fd6bfd7e3b53a5b7896|TKA|Tokia||CRYPTO|2018|https://www.tokia.io/|
656364727b684f3d9d2289f326d74903|BCZERO|Buggyra Coin Zero|buggyra-coin-zero|CRYPTO|2022|https://buggyracoinzero.com/|0xd45247c07379d94904e0a87b4481f0a1ddfa0c64
65728b0dfd99425eb5073cd0e56d6f83|IRIS|IRISnet|irisnet|CRYPTO|2022|https://www.irisnet.org/|
65a27caa340a47ceaebbe343c83f7a74|DVC|Devcoin||CRYPTO|2018|http://devcoin.org/|
65e6fc3af760435aaed9d054ca7a64b9|WILD|Wilder World|wilder-world|CRYPTO|2022|https://www.wilderworld.com/|0x2a3bff78b79a009976eea096a51a948a3dc00e34
66088649b8804454a2f9344169dfcc64|EOT|EOT-Token||CRYPTO|2018|http://eottoken.com/|
6631eca4f43a4be9a97aaeb7e9e7474f|TIO|Trade-Token||CRYPTO|2018|https://trade.io/|
6654c8bdc60f4cecb9cf79d38c2fcf06|FTC|Feathercoin|feathercoin|CRYPTO|2022|https://www.feathercoin.com/|
667ce86708584e63867e59962d1e84b1|RBT|Rubix|rubix|CRYPTO|2022|https://rubix.net/|
6688762604404ea4b7c2ec3fbad10e22|MAT|My Master War|my-master-war|CRYPTO|2022|https://mymasterwar.com/|
668ab6a7455043a680bcb763f505d985|TEMCO|TEMCO|temco|CRYPTO|2022|https://www.temco.io/#/|
66cb059fdef84e39af96177861f020ca|CNH|Chinese Yuan Offshore|chinese-yuan-offshore|FIAT|2022||
66f5528c52a84650ac9a0559396c0e5e|ELY|Elysian|elysian|CRYPTO|2022|https://elycoin.io/|0xa95592dcffa3c080b4b40e459c5f5692f67db7f8
66fe368116f24a8ab18a69b9ae5085b8|WAMPL|Wrapped Ampleforth|wrapped-ampleforth|CRYPTO|2022|https://www.ampleforth.org/|
671b2765031c4c7b87f32467591f634d|DEV|DeviantCoin||CRYPTO|2018|https://deviantcoin.io/|
67256b3ba79a428d80694754c463b5bc|UFO|UFO Gaming|ufo-gaming|CRYPTO|2022|https://ufogaming.io/|0x249e38ea4102d0cf8264d3701f1a0e39c4f2dc3b
673f1d562d6743f582ddf698eecdefbe|BRZE|Breezecoin|breezecoin|CRYPTO|2022|https://www.breezecoin.io/|0x77c07555af5ffdc946fb47ce15ea68620e4e7170
6742033e10854f84bfef65b5c4a1bee9|ESD|Empty Set Dollar|empty-set-dollar|CRYPTO|2022|https://www.emptyset.finance/|0x36f3fd68e7325a35eb768f1aedaae9ea0689d723
676334a513114d7789dfdaa7c40f25dd|IHT|IHT Real Estate Protocol|iht-real-estate-protocol|CRYPTO|2022|https://ihtcoin.com/|0xEda8B016efA8b1161208Cf041cD86972eeE0F31E
6782a0ebaf91431793042732d35398e6|MIB|MIB Coin|mib-coin|CRYPTO|2022|https://www.mibcoin.io/|0x146d8d942048ad517479c9bab1788712af180fde
67976e8206a644cb8eb4ecd87b38cd8c|BTT|blocktrade|blocktrade|CRYPTO|2022|https://blocktrade.com/|0xfa456cf55250a839088b27ee32a424d7dacb54ff
67ca57d9201549f5885a9b826dcf838a|ASPO|ASPO World|aspo-world|CRYPTO|2022|https://aspo.world/|
67d506f6df554342807924b9e3bac353|CPT|Cryptaur|cryptaur|CRYPTO|2022|https://cryptaur.com/home/|0x88d50B466BE55222019D71F9E8fAe17f5f45FCA1
67d5441653454b41ba75ee4109769b48|SS|Sharder|sharder|CRYPTO|2022|https://sharder.org/|0xbbff862d906e348e9946bfb2132ecb157da3d4b4
67d79954aee247ec85b82e43acd883bd|XAUR|Xaurum|xaurum|CRYPTO|2022|http://www.xaurum.org/|0x4DF812F6064def1e5e029f1ca858777CC98D2D81
68009fa4d3834b0c8128c223c0fcd701|SET|Swytch-Energy-Token||CRYPTO|2018|https://swytch.io/#pll_switcher|
681b1668462b4eb7babfef7d0d3d5177|GMT|GMT Token|gmt-token|CRYPTO|2022|https://gmt.io/en|
68370918092740079ef96a9c6e417f26|OBSR|Observer|observer|CRYPTO|2022|https://www.obsr.org/index|
684a7a9ed4a244fb9ecb9cfad951c1ec|S4F|S4FE|s4fe|CRYPTO|2022|https://s4fe.io/home|0xaec7d1069e3a914a3eb50f0bfb1796751f2ce48a
686c521ba856481baab46299fb61ea17|TDS|TokenDesk|tokendesk|CRYPTO|2022|https://www.tokendesk.io/|0x6295Ab2BE04A617747481B292c390BfcA592Cf28
6870c4a934d04ce9a65b545d6a169b55|ENRG|EnergyCoin|energycoin|CRYPTO|2022|https://energycoin.eu/|
6879d4516bac45cdb9cc4e58c13b1f6d|OVR|Ovr|ovr|CRYPTO|2022|https://www.ovr.ai/|0x21BfBDa47A0B4B5b1248c767Ee49F7caA9B23697
6889fecefe144fec9837f814fbf5ad7d|OPCT|Opacity|opacity|CRYPTO|2022|https://www.opacity.io/|
68a02c4c04144e2b8a5ea9aa50e67ddb|ZZC|ZoZoCoin||CRYPTO|2018|https://www.zozocoins.com/|
68d4f3f0f5fd483baa5d4353001097e1|TAU|Lamden|lamden|CRYPTO|2022|https://lamden.io/|0xc27a2f05fa577a83ba0fdb4c38443c0718356501
68dbf1101a0544d8896c4a272cb9ebf9|STN|São Tomé and Príncipe Dobra|sao-tome-and-principe-dobra|FIAT|2022||
68f2aed1f9bb420481129f60f2bb0fc9|CV|carVertical|carvertical|CRYPTO|2022|https://www.carvertical.com/|0x50bc2ecc0bfdf5666640048038c1aba7b7525683
693979a6c22e4891bfb29ca35b657cb6|WETH|WETH|weth|CRYPTO|2022|https://weth.io/|0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2
6951c7d37eff420280b56020ace7a0ee|RDC|OrdoCoin||CRYPTO|2018|https://ordocoin.org/|
6952018d5c4649fa810afaef34a204b4|CKB|Nervos Network|nervos-network|CRYPTO|2022|http://nervos.org/|
696ffef5413841aa9fa8a501de7e7a64|BITEUR|BitEUR||CRYPTO|2018|https://bitshares.openledger.info|
69b1b30177e94138b80d9e90d8c036ea|KICK|KickCoin|kickcoin|CRYPTO|2022|https://kickecosystem.com/|
69c43b5d430547e28370da9ea0a9e0da|NRG|Energi|energi|CRYPTO|2022|https://www.energi.world/|
69f0851e99bf47b3bc09569be4d5f7b3|BORA|BORA|bora|CRYPTO|2022|https://boraecosystem.com|0x26fb86579e371c7aedc461b2ddef0a8628c93d3b
6a0ff848cc744aa5a2d809a83478e3c6|YBC|YbCoin||CRYPTO|2018|http://ybcoin.org/|
6a2547883d19433b8e68e9035d76ec20|GSWAP|Gameswap|gameswap|CRYPTO|2022|https://www.gameswap.org/|0xaac41ec512808d64625576eddd580e7ea40ef8b2
6a2c24e051ab433397b0c723bcea2204|SIX|SIX Network|six-network|CRYPTO|2022|https://six.network/|SIX-GDMS6EECOH6MBMCP3FYRYEVRBIV3TQGLOFQIPVAITBRJUMTI6V7A2X6Z
6a30b85fdbe94ded8d64ac673325e215|BLOCK|Blocknet|blocknet|CRYPTO|2022|http://blocknet.co/|
6a42cdaeae28489ba3da52fe87aa50ea|POLY|Polymath|polymath|CRYPTO|2022|https://www.polymath.network/|0x9992ec3cf6a55b00978cddf2b27bc6882d88d1ec
6a721c10d0014ae1a37c70356b172103|OHM|Olympus v1|olympus-v1|CRYPTO|2022|https://www.olympusdao.finance/|0x383518188c0c6d7730d91b2c03a03c837814a899
6a773a08d40043e992809e5463a6020e|HIGHT|HighCoin||CRYPTO|2018|https://highcoin.xyz/|
6a9fe1db8fcc4948a7a08f6fec440459|CHI|Xaya|xaya|CRYPTO|2022|https://xaya.io/|
6ad4b13131d54035be49fbd51e8ad715|EVN|Envion|envion|CRYPTO|2022|https://www.envion.org/en/|0xd780ae2bf04cd96e577d3d014762f831d97129d0
6b02c36089d64d64ae9c00536c4630cd|DAI|Dai|dai|CRYPTO|2022|https://makerdao.com/|0x6b175474e89094c44da98b954eedeac495271d0f
6b0674f2f29b4057a2474c81e27683a4|ATX|Aston|aston|CRYPTO|2022|https://www.aston.company/|0x1a0f2ab46ec630f9fd638029027b552afa64b94c
6b1ab6b861fa4fce8ad6d63a20f12a38|HBC|HBTC Captain Token|hbtc-captain-token|CRYPTO|2022|https://www.bhex.com/|
6b1ce38291074cb1b87c16a1bc1d8f3c|FEAR|Fear|fear-nfts|CRYPTO|2022|https://www.fear.io/|0x88a9a52f944315d5b4e917b9689e65445c401e83
6b3bf9a880124ede817ae2d155a8e14b|TCT|TokenClub|tokenclub|CRYPTO|2022|https://www.tokenclub.com/|0x4824a7b64e3966b0133f4f4ffb1b9d6beb75fff7
6b600f57d7de4acfa8994043b4057809|EPC|Electronic-PK-Chain||CRYPTO|2018|http://epc.im/|
6b616cfbb3284dd281d98cb7d78c7be3|FGC|Fantasy Gold|fantasy-gold|CRYPTO|2022|https://fantasygold.io/|
6b7dbe874e5b4ea89bafc092fb163db4|XEC|eCash|ecash|CRYPTO|2022|https://e.cash/|
6b8b97478a67419c867d76d292d1373d|RCD|Record||CRYPTO|2018|https://recordfoundation.org/|
6b98cc71aeb94d2485a3ebecc35cc244|UDOO|Howdoo|howdoo|CRYPTO|2022|https://howdoo.io/|0x12f649a9e821f90bb143089a6e56846945892ffb
6b99d94c1a1d4d84ae764a15334c0bdd|SWH|Switcheo||CRYPTO|2018|https://switcheo.network/|
6bb7ff5792cb4c328d441a07f46489a9|AURORA|Aurora|aurora|CRYPTO|2022|https://aurora.dev/|
6c06cb0d0ec1415bb661a5dd2ccff3b6|OKB|OKB|okb|CRYPTO|2022|https://www.okex.com/activity/okbBoss|0x75231f58b43240c9718dd58b4967c5114342a86c
6c126c00d87d4357afe7871f0f0d8e15|MXN|Mexican Peso|mexican-peso|FIAT|2022||
6c1f8df5ff604f12859774ba1e692ac4|MAGN|Magnetcoin||CRYPTO|2018|https://magnetcoin.net/|
6c4706e4a5424ba6a6fedb69b11653d0|UNFI|Unifi Protocol DAO|unifi-protocol-dao|CRYPTO|2022|https://unifiprotocol.com/|
6c52d28d534447f3bf6cf24b32a8ad7e|BETR|BetterBetting||CRYPTO|2018|https://www.betterbetting.org/|
6ca0d9c863264a0abf7fc4def2f4c15d|CPX|Apex||CRYPTO|2018|https://apex.chinapex.com/|
6ca32b8840ff4dbd9c82f4024a0dafc0|LOKA|League of Kingdoms|league-of-kingdoms|CRYPTO|2022|https://www.leagueofkingdoms.com/|
6cc9fd1a773e4052a090b58a0ee66881|AC3|AC3|ac3|CRYPTO|2022|https://ac3.io/|
6ce31c27da3e480a81f163af986a27c2|BRX|Breakout-Stake||CRYPTO|2018|http://www.breakoutcoin.com/|
6ce6b39423ee40ef97e45eb88476b4e6|AURA|Aurora-DAO||CRYPTO|2018|https://auroradao.com/|
6cfec05f30ae4694bc8c52d65174bc72|KWATT|4NEW|4new|CRYPTO|2022|https://4new.io/|0x241ba672574a78a3a604cdd0a94429a73a84a324
6d079bf836e14e59a7983de621511872|RSR|Reserve Rights|reserve-rights|CRYPTO|2022|https://reserve.org/|
6d1af19d99ec4ed28e3337d40c3264e1|FIS|Stafi|stafi|CRYPTO|2022|https://www.stafi.io/|0xef3a930e1ffffacd2fc13434ac81bd278b0ecc8d
6d5056724321431991268d8887195985|F1C|Future1Coin|future1coin|CRYPTO|2022|https://future1coin.com/|0xb0a0a070640b450eb136dc377208469ee4f49fbc
6d85907e23394c9cb178863feea63072|ZEUS|ZeusCrowdfunding|zeuscrowdfunding|CRYPTO|2022|https://zeusnetwork.io/|0xe7e4279b80d319ede2889855135a22021baf0907
6d8e488813624110807474f6e4af0117|DGTX|Digitex Futures|digitex-futures|CRYPTO|2022|https://digitexfutures.com/|0xc666081073e8dff8d3d1c2292a29ae1a2153ec09
6d94a200f705452ea136e279bcaafbab|DIN|Dinerocoin||CRYPTO|2018|https://dinerocoin.org/|
6ddf0e921de14ad38957c1eb433c2657|YGG|Yield Guild Games|yield-guild-games|CRYPTO|2022|https://yieldguild.io/|0x25f8087ead173b73d6e8b84329989a8eea16cf73
6de837a549034a8497320953090446e9|DPN|DIPNET||CRYPTO|2018|http://www.dip.network/index_en.html|
6df4c56b6b254b44a41ba3a773755ca0|BEPRO|BEPRO Network|bepro-network|CRYPTO|2022|https://bepro.network|0xcf3c8be2e2c42331da80ef210e9b1b307c03d36a
6e081a57c1bc43289ea1bd6a6053f705|VSP|Vesper Finance|vesper-finance|CRYPTO|2022|https://vesper.finance/|0x1b40183efb4dd766f11bda7a7c3ad8982e998421
6e0ccf3129b440e99eb8e5ff275cf109|KR|Krypton||CRYPTO|2018|http://krypton.rocks/|
6e1dcdd635c14e32a7f9dbbb6fd820e0|KIND|Kind Ads Token|kind-ads-token|CRYPTO|2022|https://kindads.io/|0x4618519de4c304f3444ffa7f812dddc2971cc688
6e40811ee41c4241935f08ca1dcb0251|LINKA|LINKA|linka|CRYPTO|2022|https://www.linka.io/|0x578b49c45961f98d8df92854b53f1641af0a5036
6e46e2b5fc614efdac239f3f66fb281c|ABY|ArtByte|artbyte|CRYPTO|2022|https://www.artbyte.me/|
6e6b732cb2a7494481e30cb3c78d210a|MYB|Mybit Token|mybit-token|CRYPTO|2022|https://mybit.io/|0x5d60d8d7ef6d37e16ebabc324de3be57f135e0bc
6e77fcb68683431b90cda5c6cba56171|CLR|ClearCoin||CRYPTO|2018|https://clearcoin.co/|
6eb0a7a7ce6b45d7abcb56d2e4ca3646|XCLR|ClearCoin||CRYPTO|2018|https://clearcoin.co/|
6ec365bfbb594c5ab3274f49436c9ab3|RTE|Rate3|rate3|CRYPTO|2022|https://www.rate3.network/|0x436f0f3a982074c4a05084485d421466a994fe53
6ef7e27860b344bbba1b9a1989a43952|ZRC|ZiftrCOIN||CRYPTO|2018|https://www.ziftrcoin.com/|
6f01061c04e84b28bcb700981694f81d|ETHD|Ethereum Dark|ethereum-dark|CRYPTO|2022|https://www.ethereumdark.net/|0xdbfb423e9bbf16294388e07696a5120e4ceba0c5
6f1fd12086e84fbfb1edffd8ab6f7e93|COCOS|Cocos-BCX|cocos-bcx|CRYPTO|2022|https://www.cocosbcx.io/|0xc4c7ea4fab34bd9fb9a5e1b1a98df76e26e6407c
6f201aa6c4dc49e493309b963b0c3482|CVXCRV|Convex CRV|convex-crv|CRYPTO|2022|https://www.convexfinance.com/|
6f41fc374ffd4e96a63b523bcee7b7bf|UFR|Upfiring|upfiring|CRYPTO|2022|https://www.upfiring.com/|0xea097a2b1db00627b2fa17460ad260c016016977
6f7f49f5be13423b85740358a2780101|CVH|Curriculum-Vitae||CRYPTO|2018|http://www.cvh.io/|
6f83d09e878f4fb9b47782e010302115|FRC|Freicoin||CRYPTO|2018|http://freico.in/|
6f8eb2075f2e47878ac16d86530bdf9b|DCN|Dentacoin|dentacoin|CRYPTO|2022|https://www.dentacoin.com/|0x08d32b0da63e2C3bcF8019c9c5d849d7a9d791e6
6fcc5fbdd2c748e9ac7c17aa83d5919e|MDA|Moeda Loyalty Points|moeda-loyalty-points|CRYPTO|2022|https://moeda.in/|0x51db5ad35c671a87207d88fc11d593ac0c8415bd
6fd35934270e42329f6dc31cbcaec0c6|SAMO|Samoyed Coin|samoyed-coin|CRYPTO|2022|https://samoyedcoin.com/|
6fe2d774ab7c4be199c283ba157244c2|GRMD|GreenMed||CRYPTO|2018|https://www.greenmed.io/|
7017262fdac0459c8b682e2fe433b73a|ZINC|ZINC|zinc|CRYPTO|2022|https://zinc.work/|0x4aac461c86abfa71e9d00d9a2cde8d74e4e1aeea
701dd65c87d344489e486122e5d61414|NEM|Symbol changed||CRYPTO|2018||
7032540a574446a88510ec3623713442|IQD|Iraqi Dinar|iraqi-dinar|FIAT|2022||
708274ff591849f68d8499f59512d60f|PAB|Panamanian Balboa|panamanian-balboa|FIAT|2022||
70a31f38981d4227b3fcc096700626f0|BASE|Base Protocol|base-protocol|CRYPTO|2022|https://www.baseprotocol.org/|0x07150e919b4de5fd6a63de1f9384828396f25fdc
70d4d2db7f1b4be28fe6273414c50462|CXO|CargoX|cargox|CRYPTO|2022|https://cargox.io/|0xb6ee9668771a79be7967ee29a63d4184f8097143
70e1c69c265d4d96b678881e83a5ba29|HUNT|Hunt|hunt|CRYPTO|2022|https://token.hunt.town/|
70e6124871bc4609a89fd68b1c319381|BLAS|BlakeStar||CRYPTO|2018|http://www.blakestar.io/|
70f2e9fe7a854d2faa76434a66165a22|HBAR|Hedera Hashgraph|hedera-hashgraph|CRYPTO|2022|https://www.hedera.com/|
710957e82e5047ac860bb73b861af752|MVI|Metaverse Index|metaverse-index|CRYPTO|2022|https://www.tokensets.com/portfolio/mvi|0x72e364f2abdc788b7e918bc238b21f109cd634d7
7119dfaf14954413992a1411001c4451|MDX|Mdex|mdex|CRYPTO|2022|https://mdex.com/|
71219d2cd24047e383bce63db4a713d0|EPIK|EPIK Prime|epik-prime|CRYPTO|2022|https://epikprime.com/|0x4da0c48376c277cdbd7fc6fdc6936dee3e4adf75
71b762e091e5451c8894a43305eceb18|ALPHA|Alpha Venure DAO|alpha-finance-lab|CRYPTO|2022|https://alphaventuredao.io/|
71ce445236124edaa39423fa610ecdbb|TKN|Monolith|monolith|CRYPTO|2022|https://etherscan.io/token/TokenCard|0xaaaf91d9b90df800df4f55c205fd6989c977e73a
7204791e79b044ae8f9d77d05dc024d4|C2P|Coin2Play||CRYPTO|2018|https://coin2play.io/|
72181406cde14be5a399f2f88d9eb951|WAB|WAB Network|wab-network|CRYPTO|2022|https://wab.network/|0x4bbbc57af270138ef2ff2c50dbfad684e9e0e604
721b8b8658364a2b90b79656129c9e16|HER|Hero-Node||CRYPTO|2018|https://heronode.io/|
723821e72d7d43ec8d4ab7deb3c9a9aa|DOGEDASH|Doge Dash|doge-dash|CRYPTO|2022|https://dogedash.com/|0x7ae5709c585ccfb3e61ff312ec632c21a5f03f70
72453cedca1747bdb575f58184f656cb|TV|Ti-Value||CRYPTO|2018|http://t.top/en|
726f003a8ed746d083329eded720e132|BTSE|BTSE Token|btse-token|CRYPTO|2022|https://www.btse.com/en/tokenTransparencyReport|0x666d875c600aa06ac1cf15641361dec3b00432ef
728b7823eefe486eaffaafd4c4ee7619|TRR|Terran Coin|terran-coin|CRYPTO|2022|https://terrancoin.com/|
72963178643f414bba90c757a241fb70|RIF|RIF Token|rif-token|CRYPTO|2022|https://www.rifos.org/|
72ae51b953f840268b090d5664a75984|PLAT|Platinum|platinum|CRYPTO|2022|https://bitguild.io/|0x7E43581b19ab509BCF9397a2eFd1ab10233f27dE
72bd400e0b6f4d74ae91b53ff6734043|QUAN|Quantis|quantis|CRYPTO|2022|https://quantisnetwork.org/|
72cccdfa766d44ff9331cfa14e1ada8a|FIO|FIO Protocol|fio-protocol|CRYPTO|2022|https://fioprotocol.io/|
72eb4f1b84804b71b5d9cfbb2bf4889d|ORI|Origami||CRYPTO|2018|https://ori.network/|
72edde764d3d42929cae576b28af951d|SCC|StockChain||CRYPTO|2018|http://stockchain.co/|
72edeb82716a4af1a36785baf0c630f4|GMD|Gambian Dalasi|gambian-dalasi|FIAT|2022||
72f201721e37498bb6703368d23c424f|QVT|Qvolta||CRYPTO|2018|https://qvolta.com/|
730266fea5ec4c6085c57053f7f51f39|APE|ApeCoin DAO|apecoin-dao|CRYPTO|2022|https://apecoin.com/|
732206e6ec7d4c7b874c528364c895ab|ICN|ICONOMI||CRYPTO|2018|https://www.iconomi.net/|
733887a395d84a2d8c586f4067e3f638|NFTX|NFTX|nftx|CRYPTO|2022|https://nftx.org/|0x87d73E916D7057945c9BcD8cdd94e42A6F47f776
7344ba2eb6ee4ff59d5f4839449fdd89|EDU|EduCoin|educoin|CRYPTO|2022|http://www.edu.one/|0xf263292e14d9d8ecd55b58dad1f1df825a874b7c
73488d99a0714a9683548e2cbb020edd|GBX|GoByte|gobyte|CRYPTO|2022|https://gobyte.network/|
736fa3855c1745f491280bef37383cba|PICKLE|Pickle Finance|pickle-finance|CRYPTO|2022|https://pickle.finance/|0x429881672B9AE42b8EbA0E26cD9C73711b891Ca5
7375608e36d0452d8d9511979634c9ee|TRY|Turkish Lira|turkish-lira|FIAT|2022||
7377bef024c9447c87ec5b4ef651791c|SMS|Speed-Mining-Service||CRYPTO|2018|https://smscoin.jp/en|
739ab7711e934bd188fbd79a4b92e1db|HPB|High Performance Blockchain|high-performance-blockchain|CRYPTO|2022|http://www.gxn.io/|0x38c6a68304cdefb9bec48bbfaaba5c5b47818bb2
740cd105905e4a09b040d3b92284bcc5|REC|Regalcoin||CRYPTO|2018|https://regalcoin.co/|
741b627aca4d4b399b51257e32eb35e2|EVE|Devery|devery|CRYPTO|2022|https://devery.io/|0x923108a439c4e8c2315c4f6521e5ce95b44e9b4c
741f1dd38de94ea7a385ad77cebc09db|GTM|Gentarium|gentarium|CRYPTO|2022|https://gtmcoin.io/|
7435b491227c4daa81f5b4b0414e4d5b|XPC|eXPerience Chain|experience-chain|CRYPTO|2022|https://xpchain.io/|
74512a973a3a4f56b4fd0fb495a9dc2f|RADS|Radium|radium|CRYPTO|2022|https://projectradium.org/|
7466adce9188400490985b1260eb12dd|RBTC|RSK|rsk|CRYPTO|2022|https://www.rsk.co/|
746e39784785413fa1cf004a6c6150fd|LFT|Linfinity||CRYPTO|2018|https://www.linfinity.io/|
747667b7c52a43dcb61669584df7e8a2|RET|RealTract|realtract|CRYPTO|2022|https://realtract.network/|0xd7394087e1dbbe477fe4f1cf373b9ac9459565ff
7482b87ebefb4d97946e7d76591f3319|NPXS|Pundi-X [OLD]|pundi-x-token|CRYPTO|2022|https://pundix.com/|
748421745bde4416aac7020b2293239d|RON|Romanian Leu|romanian-leu|FIAT|2022||
7484f8744f2a483999407510963d0c6a|KXC|KingXChain|kingxchain|CRYPTO|2022|https://kingxchain.com/|0x016396044709eb3edc69c44f4d5fa6996917e4e8
748aa247e4e5438f9cfd0158811347f2|OMX|Shivom||CRYPTO|2018|https://shivom.io/|
74b5d168851349dfacd39f3997fea90b|PNG|Pangolin|pangolin|CRYPTO|2022|https://pangolin.exchange/|
74bffe97992b40f4b4be5624c556e119|LIT|Litentry|litentry|CRYPTO|2022|https://www.litentry.com/|0xb59490ab09a0f526cc7305822ac65f2ab12f9723
74c16fa3b0a0468080460bdea6bd86e5|FDX|FidentiaX||CRYPTO|2018|https://www.fidentiax.com/|
74c8fbfb8def4656848a391743038cb2|KRS|Krypstal||CRYPTO|2018|https://www.krypstal.com/|
74ea23cb444147ceb6e686fd76f48fdc|LOOKS|LooksRare|looksrare|CRYPTO|2022|https://looksrare.org/|
74f258fb65524cd6bf8b528773cbda98|APL|Apollon Limassol Fan Token|apollon-limassol|CRYPTO|2022|https://www.apollon.com.cy/en/|
74f431c1ccaa4cb79ff5c20ef99716aa|BAL|Balancer|balancer|CRYPTO|2022|https://balancer.finance/|0xba100000625a3754423978a60c9317c58a424e3D
74f4aeb6fcf14d25b6caddcf9a903fe5|OPUL|Opulous|opulous|CRYPTO|2022|https://opulous.org/|
74f58caf3a1d4f06a32ce845f15e11f5|DAPS|DAPS Coin|daps-coin|CRYPTO|2022|https://dapscoin.com/|0x93190dbce9b9bd4aa546270a8d1d65905b5fdd28
74ffadfa4a4446eda3d99231d6a80acc|COTN|Cotton-Coin||CRYPTO|2018|https://cottonco.in/|
750018d092254b14b2e7b8d2c75a20af|QNO|Qyno||CRYPTO|2018|https://www.qyno.org/|
750e5c9e14d14f2398418d5865285324|DFT|DraftCoin|draftcoin|CRYPTO|2022|https://www.btcdraft.com/|
7521e69c051d45de96cf152275d50f63|MTX|Matryx|matryx|CRYPTO|2022|https://matryx.ai/|0x0af44e2784637218dd1d32a322d44e603a8f0c6a
754086d3db7147ad936249ab187d51dd|NTR|Neutrino||CRYPTO|2018|http://www.neutrinocoin.org/|
755e647f22f34c85b57e394d06e24464|WLUNA|Wrapped LUNA Classic|wrapped-luna|CRYPTO|2022|https://www.terra.money/|0xd2877702675e6cEb975b4A1dFf9fb7BAF4C91ea9
756693840e9a4991a77d0ace1feda072|PLS|PLAY||CRYPTO|2018|https://dacplay.org/en/|
756f2647e56b46e5b885cc05d7c0b9e0|SOC|All Sports|all-sports|CRYPTO|2022|https://www.allsportschain.com/|0x2d0e95bd4795d7ace0da3c0ff7b706a5970eb9d3
75947831c84b415b8f224a5241f02a2b|CCL|CyClean|cyclean|CRYPTO|2022|https://cyclean.io/|0x749f35ff65932e68267dd82f6cd85eea735d700e
75cb267eba5646f8bbb7e8f5fd11bd5c|MEME|Memetic|memetic|CRYPTO|2022|http://www.memetic.ai/|
75f4ed4600184f68b6e20693eb292f68|SEN|Consensus||CRYPTO|2018|https://consensus.ai/|
75f60efed05147b7a0b630556b383a0f|WTL|Welltrado|welltrado|CRYPTO|2022|https://www.welltrado.com/|0x9a0587eae7ef64b2b38a10442a44cfa43edd7d2a
76258e8020e0400aadb669447b7b1c54|COFI|CoinFi|coinfi|CRYPTO|2022|https://sale.coinfi.com/|0x3136ef851592acf49ca4c825131e364170fa32b3
762b5f6c1a7844688aaeb2c28e0e2618|EXT|Experience Token|experience-token|CRYPTO|2022|https://ext.earth/|e8f98440ad0d7a6e76d84fb1c3d3f8a16e162e97
7630822be6434251b3784085cf8562d2|WEBN|WEBN token|webn-token|CRYPTO|2022|https://www.webinnovationph.com/|0x15a664416e42766a6cc0a1221d9c088548a6e731
763bb06eec3c4e49827880af9af8627f|PNK|Kleros|kleros|CRYPTO|2022|https://kleros.io/|0x93ed3fbe21207ec2e8f2d3c3de6e058cb73bc04d
7686ff46bfda48a49d11363bdd1d120e|KAR|Karura|karura|CRYPTO|2022|https://acala.network/karura|
768c64e59403406691833a3426cb46bc|LID|Liquidity Dividends Protocol|liquidity-dividends-protocol|CRYPTO|2022|https://www.lid.sh/|0x0417912b3a7af768051765040a55bb0925d4ddcf
76a5ca8bd8ab4040b11f1a9279e766a2|ARRR|Pirate Chain|pirate-chain|CRYPTO|2022|https://pirate.black/|
76b97177a9694c2da3cc194d40354fd5|FEG|FEG Token|feg-token|CRYPTO|2022|https://fegtoken.com/|0x389999216860ab8e0175387a0c90e5c52522c945
76c861a3886f4b92a4a6f3fc1da29f42|LQTY|Liquity|liquity|CRYPTO|2022|https://www.liquity.org/|
76ce72a042eb45bf954b7c9404ccb95c|ONIT|ONBUFF|onbuff|CRYPTO|2022|https://onbuff.com/|
770f94c7674c403699c4f1fb14b6f15a|BTRST|Braintrust|braintrust|CRYPTO|2022|https://www.usebraintrust.com/|0x799ebfabe77a6e34311eeee9825190b9ece32824
77221e64b1874bca892bc458bf71cbb2|MOD|Modum||CRYPTO|2018|https://modum.io/|
7762f8512cf4438f934dfdb25e96fc9b|CFD|Confido||CRYPTO|2018|http://confido.io/|
776b26c51f21411db5efbc2d757ab03e|BCH|Bitcoin Cash|bitcoin-cash|CRYPTO|2022|https://www.bitcoincash.org/|
77758da073944f4898bc30415cfe3e78|SSC|SelfSell||CRYPTO|2018|https://www.selfsell.com/|
779701b3b3874602b62661780865202d|WEB|Webcoin|webcoin|CRYPTO|2022|https://webcoin.today/#/|0xf344490abd414dafa97f34c8ca501b0aa5bf8873
77dc9529cace4db1a94a45bb9883717e|TTC|TTC PROTOCOL|ttc-protocol|CRYPTO|2022|https://www.ttc.eco/|0x9389434852b94bbaD4c8AfEd5B7BDBc5Ff0c2275
77e5ec3cd35b45b1b3c9f017d32fbec3|DBET|DecentBet|decentbet|CRYPTO|2022|https://www.decent.bet/about.php|0x9b68bfae21df5a510931a262cecf63f41338f264
7806576fa836467fa5844deb015d25e0|BAY|BitBay|bitbay|CRYPTO|2022|http://bitbay.market/|
7810e69af4074a21a1e2d75b47284591|CFX|Conflux Network|conflux-network|CRYPTO|2022|https://confluxnetwork.org/|
78253fd8b3f64aef85bdc64fabaf2626|HORUS|HorusPay|horuspay|CRYPTO|2022|https://horuspay.io/|
78328657cfaf42929784f9f01b9f5125|XRT|XRT-Foundation||CRYPTO|2018|https://www.xrtfoundation.org/|
7860d5c381fe40de858a32e48ee2f92d|EVX|Everex|everex|CRYPTO|2022|https://www.everex.io/|0xf3db5fa2c66b7af3eb0c0b782510816cbe4813b8
7873aeac8c84442eb5d63bd5a36aae5f|FOIN|FOIN||CRYPTO|2018|https://foin.io/|
78755580a20846aea7ee14b93aea1cd3|BQT|Blockchain Quotations Index Token|blockchain-quotations-index-token|CRYPTO|2022|https://www.bqi.com/|0x5eb87caa0105a63aa87a36c7bd2573bd13e84fae
788078cc4b1f40a5935c0fc8386c6c82|BLN|Bolenum||CRYPTO|2018|https://bolenum.com/|
78bde4d1031041e3afd1133f656e309d|ANG|Netherlands Antillean Guilder|netherlands-antillean-guilder|FIAT|2022||
78c2c062febd44ec91c3c0efe099b3ea|BDL|Bitdeal||CRYPTO|2018|https://bitdeal.co.in/|
78d6af537b64476a9a41a9a40b4ed82b|VIN|VINchain|vinchain|CRYPTO|2022|https://vinchain.io/|
78d9a6d6747c4f198d5986d0e290a493|XPAT|Pangea-Arbitration-Token||CRYPTO|2018|https://bitnation.co/|
78e7592a5b49492090706f0ec711b6b7|COSS|COSS||CRYPTO|2018|https://www.coss.io/|
793088ec43b2408d8f5c65c9dd696c1c|EPLUS|Eplus-Coin||CRYPTO|2018|http://www.ep-coin.com/|
794f51cadff84667afe7eca462fa0108|WING|Wing Finance|wing-finance|CRYPTO|2022|https://wing.finance/|
7955e8370629490199ec8d088175fd5b|BAX|Bank Account Based Blockchain|bank-account-based-blockchain|CRYPTO|2022|https://getbabb.com/|0x9a0242b7a33dacbe40edb927834f96eb39f8fbcb
796409cb3feb4766b8e3094f98725424|NAMO|Namocoin||CRYPTO|2018|http://namocoin.co.in/|
796516b2b7b04b28b0d27f1a209ea365|USDX|USDX [Kava]|usdx-kava|CRYPTO|2022|https://www.kava.io/|
797f746fd17d4e5898199de1e0d62342|STPT|STP Network|stp-network|CRYPTO|2022|https://stp.network/|0xde7d85157d9714eadf595045cc12ca4a5f3e2adb
7987ac436e9d4008bf8807ee8fbddf28|AIDOC|AI Doctor|ai-doctor|CRYPTO|2022|http://www.aidoc.me/|0x584B44853680ee34a0F337B712a8f66d816dF151
79bc95fcea804db4addcfee813963289|INJ|Injective Protocol|injective-protocol|CRYPTO|2022|https://injectiveprotocol.com/|0xe28b3b32b6c345a34ff64674606124dd5aceca30
79c14fb713cc4997b00cb285f8b4ca35|WIKI|WikiToken|wikitoken|CRYPTO|2022|https://wikitoken.bitcoinwiki.org/|0x66bad545596fb17a0b4ebdc003a85def10e8f6ae
79d42692f6544047bb9cd4a94fc7ebb6|ADT|adToken|adtoken|CRYPTO|2022|https://adtoken.com/|0xd0d6d6c5fe4a677d343cc433536bb717bae167dd
79ee0b2de2284d01aa946b8fbdcf5673|TRB|Tellor Tributes|tellor-tributes|CRYPTO|2022|https://tellor.io/|0x88df592f8eb5d7bd38bfef7deb0fbc02cf3778a0
7a0b24ea60c74ee1a63f987fca21ac1a|YLC|YoLoChips|yolochips|CRYPTO|2022|https://www.yolocash.co/|0x21d5678a62dfe63a47062469ebb2fac2817d8832
7a13b2f902ac498e80e3fc56bdf96d60|AGIX|SingularityNET|singularitynet|CRYPTO|2022|https://singularitynet.io/|0x5B7533812759B45C2B44C19e320ba2cD2681b542
7a1ed82bde5242958560d21aeba68d0b|BNX|BinaryX|binaryx|CRYPTO|2022|https://www.binaryx.pro/#/|
7a1fc810660146f182e34385904916af|COF|CoffeeCoin|coffeecoin|CRYPTO|2022|https://coffeecoin.io/|
7a3e5e151a3c4dc096430f7ae134fbad|MDS|MediShares|medishares|CRYPTO|2022|http://www.medishares.org/|0x66186008C1050627F979d464eABb258860563dbE
7a5a933f182044dbace2e82c5fbe489a|LYL|Loyalcoin||CRYPTO|2018|https://loyalcoin.io/|
7a7b1783d8414d378503b997030d9565|CST|Cryptosolartech||CRYPTO|2018|https://cryptosolartech.org/en/|
7a96ef04b8fd4b61bcb1ac9546ec333d|DRPU|DRP-Utility||CRYPTO|2018|https://www.dcorp.it/|
7aa90c3f98d5427c85cb3207094d23ad|EQUAD|Quadrant Protocol|quadrant-protocol|CRYPTO|2022|https://www.quadrantprotocol.com/|0xc28e931814725bbeb9e670676fabbcb694fe7df2
7aac1ba4e3c24f5da67e86320e4b5f94|CBG|Chainbing|chainbing|CRYPTO|2022|https://www.chainbing.io/|
7ac49a200d4446e583d145f2cd8dc239|SILK|Silkcoin||CRYPTO|2018|http://www.silk-coin.com/|
7acef0f570ae42f18b5de7a24d446b06|CROAT|CROAT||CRYPTO|2018|https://croat.cat/|
7ad97d9f409d4d8192cdd28daad8c42d|CLP|Chilean Peso|chilean-peso|FIAT|2022||
7b314ddd7daa4efda601b0a70310b6b7|MINEX|Minex||CRYPTO|2018|http://www.minexteam.com/|
7b3a3b349c37418cb944033a3cf5c94a|AXL|Axl Inu|axl-inu|CRYPTO|2022|https://www.axltoken.com/|
7b56c0b03ae740c5be39cf9596517356|VLU|Valuto|valuto|CRYPTO|2022|https://valuto.io/|
7b5c07378bd4404e9e7992fcded3830b|XMG|Magi|magi|CRYPTO|2022|https://m-core.org/|
7ba658ecf4cf4bcd809ab2faddb43b06|TWT|Trust Wallet Token|trust-wallet-token|CRYPTO|2022|https://trustwallet.com/|0x4b0f1812e5df2a09796481ff14017e6005508003
7bb2339eb6eb408c836f2894c8751c6d|DOGE|DogeCoin|dogecoin|CRYPTO|2022|https://dogecoin.com/|
7bb3531c016647f39afc3974563e4ef7|BZ|Bit-Z-Token||CRYPTO|2018|https://www.bitz.com/|
7bb8b7a1f16046c1b623f059c51c6110|MTH|Monetha|monetha|CRYPTO|2022|https://www.monetha.io/|0xaF4DcE16Da2877f8c9e00544c93B62Ac40631F16
7bd47252be0a49c19bf5e807726cd178|CAN|CanYaCoin|canyacoin|CRYPTO|2022|https://canya.io/|0x1d462414fe14cf489c7a21cac78509f4bf8cd7c0
7bf55f61a0984a9ebdaa6122d7116434|HXX|HexxCoin||CRYPTO|2018|https://hexxcoin.net/|
7c73d25e9ade417c8e3ecc8a0b9b756d|MBS|MonkeyLeague|monkeyball|CRYPTO|2022|https://www.monkeyleague.io/|Fm9rHUTF5v3hwMLbStjZXqNBBoZyGriQaFM6sTFz3K8A
7ca4674f97d2434f9b9f56908145cf4b|GSE|GSENetwork|gsenetwork|CRYPTO|2022|https://gse.network/|0xe530441f4f73bDB6DC2fA5aF7c3fC5fD551Ec838
7ccb5dfd60a94ae1a53f6490a8c36409|SGP|SGPay||CRYPTO|2018|https://www.sgpay.org/|
7cd7ef46cdd74015a0ed530af2d64950|BHD|Bahraini Dinar|bahraini-dinar|FIAT|2022||
7ce063c558bf4a94a51a34c3d266c7a7|ZCC|ZcCoin||CRYPTO|2018|http://www.zccoin.org/|
7cea43606027436dbe1298220764fffc|FST|Futureswap|futureswap|CRYPTO|2022|https://www.futureswap.com/|0x0e192d382a36de7011f795acc4391cd302003606
7cf0f4218ef047cbba91e501ef25e4cd|RMRK|RMRK|rmrk|CRYPTO|2022|https://www.rmrk.app/|
7d1522221fd74205bd92bb98cde29ef6|BOST|BoostCoin||CRYPTO|2018|https://myboost.io/|
7d1610a5e20b40e0954d830ff6f5c096|XMON|XMON|xmom|CRYPTO|2022|https://0xmons.xyz/#/|
7d3690f0f6f0479e9fa1062b92fec699|TRCT|Tracto||CRYPTO|2018|http://www.tracto.org/|
7d5b10b6ccd84a88a2ace328fcabae78|XID|Sphere-Identity||CRYPTO|2018|http://www.sphereidentity.com/|
7d744c2ab344446ba8a0e2089b81940d|HLC|HalalChain||CRYPTO|2018|http://www.hlc.com/|
7d85244f8ccc4994945bcb684197863f|SHARD|Shard Coin|shard-coin|CRYPTO|2022|https://shardcoin.io/|0xbebdab6da046bc49ffbb61fbd7b33157eb270d05
7d9e789b0b8444cfabec2923af633905|SMART|SmartCash|smartcash|CRYPTO|2022|https://smartcash.cc/|
7da078eae03340838f4a9c2666c7e735|MCO|MCO|mco|CRYPTO|2022|https://crypto.com/en/index.html|0xB63B606Ac810a52cCa15e44bB630fd42D8d1d83d
7da5fc073be0483f9e12ed136b7bcd3b|AREPA|Arepa-Coin||CRYPTO|2018|http://www.arepacoinve.info/|
7da77706299c4e32abc8743831e45f88|SNIP|SnipCoin||CRYPTO|2018|https://www.snip.today/|
7da94d5a72824135902d14f63ea060a4|BTCST|Bitcoin Standard Hashrate Token|btc-standard-hashrate-token|CRYPTO|2022|https://www.btcst.finance/|
7db366aad51441fc8ae39e68594b4ea0|MGA|Malagasy Ariary|malagasy-ariary|FIAT|2022||
7db64acf8cac4cdaae310819f8954de4|UYU|Uruguayan Peso|uruguayan-peso|FIAT|2022||
7dbb3d042bc24262994ca78f6b16edf1|VRC|Vericoin|vericoin|CRYPTO|2022|http://www.vericoin.info/|
7dbd388c342e43f19e8d2610bea81b87|BNK|Bankera|bankera|CRYPTO|2022|https://bankera.com/|0xc80c5e40220172b36adee2c951f26f2a577810c5
7dcb03c792de43ca8b372ed4e73f6ef5|VTX|Vector Finance|vector-finance|CRYPTO|2022|https://vectorfinance.io/|
7dd914beef7440eaa570c23fc3909624|NDX|nDEX|ndex|CRYPTO|2022|https://ndexnetwork.com/|0x1966d718A565566e8E202792658D7b5Ff4ECe469
7de703bf7ec34ac2a1ab381fd1f0deca|MDL|Moldovan Leu|moldovan-leu|FIAT|2022||
7e02fc10a64d4344b3381df9544ece5a|POLYDOGE|PolyDoge|polydoge|CRYPTO|2022|https://www.polydoge.com/|
7e24b5db54004bd1944788f50acdecee|NODL|Nodle Network|nodle-network|CRYPTO|2022|https://www.nodle.com/|
7e293db7c9e84d0cb3774c3f64b30e72|MLM|MktCoin||CRYPTO|2018|http://mktcoin.org/|
7e68ef71e075472dbb0b87ceaa290a27|XPT|Platinum Ounce|platinum-ounce|FIAT|2022||
7e736e97db9b48eab6c69abddc105827|ZPR|ZPER|zper|CRYPTO|2022|https://zper.io/#|0xb5b8f5616fe42d5ceca3e87f3fddbdd8f496d760
7e76d56599794e79ad970cc2de036f57|DRT|DomRaider|domraider|CRYPTO|2022|https://token.domraider.com/|0x9af4f26941677c706cfecf6d3379ff01bb85d5ab
7e8dabbbeade47d18ef3fd94b71b73b0|SRD|Surinamese Dollar|surinamese-dollar|FIAT|2022||
7e9d82077ec34419b2e1c626585f14cd|ADA|Cardano|cardano|CRYPTO|2022|https://cardanofoundation.org/|
7eace6555c4e41748f3132a6c3479a58|SBTC|Super Bitcoin|super-bitcoin|CRYPTO|2022|http://superbtc.org/|
7eb6f1b905c54b009e185fc66b89c1e6|URALS|UralsCoin||CRYPTO|2018|https://www.uralscoin.info/|
7ec790d7d1104b77ba5e0e88736d72d9|XSGD|XSGD|xsgd|CRYPTO|2022|https://www.straitsx.com/xsgd|
7ecebbcafeda4e7d9d866ff1a700682e|COT|CoTrader|cotrader|CRYPTO|2022|https://cotrader.com/|0x5c872500c00565505f3624ab435c222e558e9ff8
7ed36b528f3b406a8568d228078a164d|MXC|Machine eXchange Coin|machine-xchange-coin|CRYPTO|2022|https://www.mxc.org/|
7ef51b892eed406a837bf7e94e5e3dc8|MRO|Mauritanian Ouguiya (pre-2018)|mauritanian-ouguiya-(pre-2018)|FIAT|2022||
7ef950e3c6db4fa19560e1128015ba7b|IOG|Internet of Games|internet-of-games|CRYPTO|2022|https://www.playgroundz.io/|0x1c4b7d0e1885bd7667af3378e0c538f74e712006
7efe18c0269d407fbfe042e72d3a242b|BTCL|BTC Lite|btc-lite|CRYPTO|2022|http://btclite.org/|0x5acd19b9c91e596b1f062f18e3d02da7ed8d1e50
7f2b612c93ed43769c71f1022347b29a|ANKR|Ankr Network|ankr-network|CRYPTO|2022|https://www.ankr.com/|0x8290333ceF9e6D528dD5618Fb97a76f268f3EDD4
7f4638a021dc4f9a966f2648e779edef|AE|Aeternity|aeternity|CRYPTO|2022|https://www.aeternity.com/|0x5ca9a71b1d01849c0a95490cc00559717fcf0d1d
7f949f68fa3141deb2be8cc45e138c72|SIN|Sinverse|sin-city|CRYPTO|2022|https://sinverse.com/|
7f9a4528fc56451e8f90d39352cbbb02|PCH|PopChain||CRYPTO|2018|http://www.popchain.org/|
7fe8426b94e94d27b5e8f71b21f5a272|NYEX|Nyerium|nyerium|CRYPTO|2022|https://nyex.site/|
7fefee2eab604206834e5e5dedbcc216|SC2|Secure-Cloud-Coin||CRYPTO|2018|https://www.securecloudcoin.com/|
801e0f55d6794048a2abf45513de3001|SCRT|Secret Network|secret-network|CRYPTO|2022|https://scrt.network/|
801edda802b44602abd44e5d5c01843d|VIKKY|Vikky Token|vikky-token|CRYPTO|2022|https://ico.vikky.io/|0xd2946be786f35c3cc402c29b323647abda799071
8049c367c47249498db6178cfd336c49|BELA|BelaCoin|belacoin|CRYPTO|2022|https://www.livebela.com/|0x2e98a6804e4b6c832ed0ca876a943abd3400b224
8057b9c8101040a88ba9bc46f345dbc7|XPF|CFP Franc|cfp-franc|FIAT|2022||
807c9df744c24e92bf3c401362600421|ARPA|ARPA Chain|arpa-chain|CRYPTO|2022|https://arpachain.io/|0xba50933c268f567bdc86e1ac131be072c6b0b71a
808dfcf8e83a4e33af2f68be3dcbefab|NVC|Novacoin|novacoin|CRYPTO|2022|http://novacoin.org/|
809fe91dc76e4096bcdc7a0e5020c6df|NCT|PolySwarm|polyswarm|CRYPTO|2022|https://polyswarm.io/|0x9e46a38f5daabe8683e10793b06749eef7d733d1
80acfa0200f24dee872b45e88e677a66|MAX|Maxcoin|maxcoin|CRYPTO|2022|http://www.maxcoin.co.uk/|
80b4af0d86064375a98ddf623729baa2|IDT|InvestDigital|investdigital|CRYPTO|2022|https://investdigital.info/?lang=EN|0x02c4c78c462e32cca4a90bc499bf411fb7bc6afb
80edcdce47704d3bb775fa5166a0b1d6|DWS|DWS||CRYPTO|2018|https://dwswifi.com/|
8106e18eb3384b88bc21cb12d36bed8d|TCC|The ChampCoin|the-champcoin|CRYPTO|2022|http://thechampcoin.com/|
8117148bf3eb4585a4b27986d5a27a5d|SVD|savedroid||CRYPTO|2018|https://ico.savedroid.com/|
812c9bc54eb74687b851576d30aa6a82|AR|Arweave|arweave|CRYPTO|2022|https://www.arweave.org/|
81338aa542c74616b81975b07dda3337|BMX|BitMart Token|bitmart-token|CRYPTO|2022|https://www.bitmart.com/|0x986EE2B944c42D017F52Af21c4c69B84DBeA35d8
81658339dc7e4da58f15c2aa85523e3c|XRH|Rhenium||CRYPTO|2018|http://rhenium.org/|
81acf897428e4e6b9565752cc589a992|ONT|Ontology|ontology|CRYPTO|2022|https://ont.io/|ceab719b8baa2310f232ee0d277c061704541cfb
820cbf67bb1e4869aae785a605ac022c|ECTE|Eurocoinpay|eurocoinpay|CRYPTO|2022|https://eurocoinpay.io/|0xe9fa21e671bcfb04e6868784b89c19d5aa2424ea
821100090e084a36bde31791eb2056be|HB|HeartBout|heartbout|CRYPTO|2022|https://heartbout.com/|0x877c7deb5eb1fc5faad30c71e3a6e39dc8b1519f
824286da63e54657a6bc29feadb752cc|AEN|Aencoin|aencoin|CRYPTO|2022|https://www.aencoin.com/|0x0bef619cf38cf0c22967289b8419720fbd1db9f7
8243294f787d47e599223be105848659|ZPT|Zeepin|zeepin|CRYPTO|2022|https://www.zeepin.io/|
82442980f8e741dc8c72ee7f2e82f1cd|DHT|dHEDGE DAO|dhedge-dao|CRYPTO|2022|https://www.dhedge.org/|0xca1207647ff814039530d7d35df0e1dd2e91fa84
8252162651d644c9bb9e801ee12ce92f|UGT|UG-Token||CRYPTO|2018|https://ugchain.org/|
8266f660512643c78ebde4f1715f0dce|LVL|Latvian Lats||FIAT|2018||
826742e7b5c548aca52905c08edc3628|ATLAS|Star Atlas|star-atlas|CRYPTO|2022|https://staratlas.com/|
827cf1235aa04ea69be9a671f434239a|CENT|Centercoin|centercoin|CRYPTO|2022|https://centercoin-en.imweb.me/|
827db8e8d04d4a4d9916d735a8517777|MWC|MimbleWimbleCoin|mimblewimblecoin|CRYPTO|2022|https://www.mwc.mw/|
8295bacabf494c239ea9acfdb2920492|DXT|Datawallet||CRYPTO|2018|https://tokensale.datawallet.com/|
82a1d715d67242e48d3296d5483df6ae|PAI|Project Pai|project-pai|CRYPTO|2022|https://projectpai.com/|
82d1b5f484124b999e23e2e1d8ef380d|UPI|Pawtocol|pawtocol|CRYPTO|2022|https://pawtocol.com/|0x70D2b7C19352bB76e4409858FF5746e500f2B67c
830658c4cf04431187e59997c57b81bb|ENS|Ethereum Name Service|ethereum-name-service|CRYPTO|2022|https://ens.domains/|
839733926901499f8e52be234d3c246c|STETH|Lido Staked Ether|lido-staked-ether|CRYPTO|2022|https://www.lido.fi/|0xae7ab96520de3a18e5e111b5eaab095312d7fe84
83fd2509981a4f5caa3aaebc2a4097db|SSS|Sharechain||CRYPTO|2018|http://www.sharechain.org/|
840d51bafdfb478fb8b2f07235bea0c9|TVNT|TravelNote|travelnote|CRYPTO|2022|https://ico.travelnote.io/|0x5635ddeabf9cdda686995fe90beb5411831563fc
8421fe7d6ce7409cba6c55bafca480f9|XPR|Proton|proton|CRYPTO|2022|https://www.proton.org/|
8432f2b30cf84b22a3b6b784275aba42|BCN|Bytecoin|bytecoin|CRYPTO|2022|http://bytecoin.org/|
8439fd48ecd741a2a541fb697a153deb|SKY|Skycoin|skycoin|CRYPTO|2022|https://www.skycoin.net/|
8458d0e589214c709d555c0d65955cb0|LYXE|LUKSO Token|lukso-token|CRYPTO|2022|https://www.lukso.network/|0xA8b919680258d369114910511cc87595aec0be6D
848ea06c9d814ed5a1fd11d655533a40|WTC|Walton|walton|CRYPTO|2022|http://www.waltonchain.org/|0xb7cB1C96dB6B22b0D3d9536E0108d062BD488F74
84ab86440c3e4caf91d573312bebec81|FORTH|Ampleforth Governance Token|ampleforth-governance-token|CRYPTO|2022|https://www.ampleforth.org/|0x77fba179c79de5b7653f68b5039af940ada60ce0
84cfeccb016f468886d64a5b89eca3ed|NLG|Gulden|gulden|CRYPTO|2022|https://gulden.com/|
84df73ae20574556aa3e059ff9ac90c1|HC|Hypercash|hypercash|CRYPTO|2022|https://h.cash/|
84e49b754aa440fba1fb92c6d8bbd28f|CAZ|Cazcoin||CRYPTO|2018|https://cazcoin.io/|
84f4f9efda4a44fd9f80545dd2b888f3|GT|Gatechain Token|gatechain-token|CRYPTO|2022|https://gatechain.io/|0xe66747a101bff2dba3697199dcce5b743b454759
85136175c31d4389868cb3a6a53a32e3|BFX|BFX-Tokens||CRYPTO|2018|https://www.bitfinex.com/bfx_token_terms|
852261196c16427fb5f74c0a9973cfa4|MARK|Benchmark Protocol|benchmark-protocol|CRYPTO|2022|https://benchmarkprotocol.finance/|0x67c597624b17b16fb77959217360b7cd18284253
8528809137904718b664e28adbc002fa|PING|CryptoPing||CRYPTO|2018|https://cryptoping.tech/|
853b21ce13904b858e8fb9c98645e027|IRD|Iridium|iridium|CRYPTO|2022|https://ird.cash/|
85426024509844f2a7d46a078c465802|LSTR|Luna-Stars||CRYPTO|2018|https://www.meetluna.com/|
85545bfa30504049aa60c150c6ad893c|BOUTS|Bouts Pro|bouts-pro|CRYPTO|2022|https://www.bouts.pro/|0x139d9397274bb9e2c29a9aa8aa0b5874d30d62e3
8558d97de4f34c63bdbc176c6b4b8af6|ASM|Assemble Protocol|assemble-protocol|CRYPTO|2022|http://assembleprotocol.io/|0x2565ae0385659badcada1031db704442e1b69982
8591bf63bbef4f489eb046f52f127747|RATING|DPRating|dprating|CRYPTO|2022|http://token.dprating.com/pc_EN.html|0xe8663a64a96169ff4d95b4299e7ae9a76b905b31
85e8033e2a2a405f9a1f4787c8afefec|ABS|Absolute|absolute|CRYPTO|2022|https://www.absolutecoin.net/|
85f80acc8d6d430081309371d4252f92|ADX|Ambire AdEx|adex|CRYPTO|2022|https://www.adex.network/|0xade00c28244d5ce17d72e40330b1c318cd12b7c3
8602d0c498a9455f8828b9b3a29c7ad9|CMM|Commercium|commercium|CRYPTO|2022|https://www.commercium.net/|
860c4375d26e46e9beede53243872bac|AIR|Altair|altair|CRYPTO|2022|https://centrifuge.io/altair/|
86257651b0944dd188dd4fad77047ada|ZKS|ZKSwap|zkswap|CRYPTO|2022|https://zks.org/en|0xe4815ae53b124e7263f08dcdbbb757d41ed658c6
8646e84cebdb41e9ba6c9093e8809487|CENNZ|Centrality|centrality|CRYPTO|2022|https://www.centrality.ai/|0x1122b6a0e00dce0563082b6e2953f3a943855c1f
867c2836e53046ce8215064c017a4d55|ALGO|Algorand|algorand|CRYPTO|2022|https://www.algorand.com/|
868d77dbe21f4055af897edbfbd44c55|XSPEC|Spectrecoin||CRYPTO|2018|https://spectreproject.io/|
869c0325d49d4c92a383b48ba5cbc75b|MEDIA|Media Network|media-network|CRYPTO|2022|https://www.media.network/|
86a69766acd2429eb29bfde25f257883|CBC|CashBet Coin|cashbet-coin|CRYPTO|2022|https://coin.cashbet.com/|0x26DB5439F651CAF491A87d48799dA81F191bDB6b
86afc66520c0484da99ac0f2cbf95fed|MUSD|mStable USD|mstable-usd|CRYPTO|2022|http://mstable.org/|
86b7e77ac709477b902be25149ddf4b5|SEQ|Sequence||CRYPTO|2018|https://duality.solutions/|
86d722808bfc46eb92918b8831086dc3|NPLC|PlusCoin|pluscoin|CRYPTO|2022|https://www.plus-coin.com/en/|0x97fb6fc2ad532033af97043b563131c5204f8a35
86f742fa0342478ebe8164b3055ba95a|PFR|Payfair|payfair|CRYPTO|2022|https://payfair.io/|0x6353eadf8d1d4421002332bb9074222b14d54881
8746143b9a9f421bbd67e0ba2ba68481|DAY|Chronologic|chronologic|CRYPTO|2022|https://chronologic.network/|0xE814aeE960a85208C3dB542C53E7D4a6C8D5f60F
875140f1f14641a0ac1d4751ca082b41|DTB|Databits||CRYPTO|2018|http://www.augmentorsgame.com/|
8758ab4eb08e4cb6a9dea3b27ff512e8|BTTOLD|BitTorrent [OLD]|bittorrent-old|CRYPTO|2022|https://www.bittorrent.com/bittorrent-free|1002000
875d316cf8c3458993a7c65f3e5ef679|CCRB|CryptoCarbon|cryptocarbon|CRYPTO|2022|https://cryptocarbon.co.uk/|0xe4c94d45f7aef7018a5d66f44af780ec6023378e
87cb80f8713e47ebaf180db963d2e85a|VIVID|Vivid-Coin||CRYPTO|2018|https://vividcoin.app/|
87ebd83a578341dc9367fcdda0852c90|HCC|Health-Care-Chain||CRYPTO|2018|https://www.hcc.top/|
881bea23e01c4c50b8b5671ae4492931|HMC|Hi-Mutual-Society||CRYPTO|2018|http://hms.io/|
882d14473f974b13bd1660dda12ca361|UAH|Ukrainian Hryvnia|ukrainian-hryvnia|FIAT|2022||
883878cc78034d2d9e6b66ad37eab087|MUSE|Muse DAO|muse-dao|CRYPTO|2022|https://musedao.io/|
8847fd66211c4f13942368941d352fb3|XVC|Vcash||CRYPTO|2018|https://v.cash/|
8866829cced6485380ca9111452d6cf6|COE|CoEval||CRYPTO|2018|https://www.monkey.capital/|
88c53c7591344ff0b96cd79c9dbbe345|SAL|SALPay||CRYPTO|2018|https://www.salpay.com/|
88f60c3e52a84d8f971b2a023fe16397|UGX|Ugandan Shilling|ugandan-shilling|FIAT|2022||
89125a2b960a4e48a86b336905a91507|ERN|Eritrean Nakfa|eritrean-nakfa|FIAT|2022||
892a3849dae1486f9a890021dfdb6d11|NBT|NuBits|nubits|CRYPTO|2022|https://nubits.com/|
8949b1dc6f094cae958cf45f2ed490b3|KORE|KoreCoin|korecoin|CRYPTO|2022|https://www.kore.life/|
899e039c357d40c0b15625ae80fa4c5b|SINS|SafeInsure|safeinsure|CRYPTO|2022|https://www.safeinsure.io/|
89ca63daa072475db9cabcbf74748123|QLC|QLC Chain|qlc-chain|CRYPTO|2022|https://qlcchain.org/|
89fa1940d7784d9dbd73f908496f6ec6|AVINOC|AVINOC|avinoc|CRYPTO|2022|https://www.avinoc.com/|0xf1ca9cb74685755965c7458528a36934df52a3ef
8a0a30049302438abd737fdb10094312|DOVU|Dovu|dovu|CRYPTO|2022|https://dovu.io/|0xac3211a5025414af2866ff09c23fc18bc97e79b1
8a104a36fb4a44f89cde98d60a1ab70b|PLY|PlayCoin||CRYPTO|2018|https://playcoin.game/Home/Index|
8a13d7eeb2ea445aa7401c4d8ee24138|COTI|COTI|coti|CRYPTO|2022|https://coti.io/|0xddb3422497e61e13543bea06989c0789117555c5
8a268a278a554bebb4e35b61999bc9f8|BLACK|eosBlack|eosblack|CRYPTO|2022|https://eosblack.io/|
8a5bf4e1185146afb090ffcc8e3f5177|RIC|Riecoin||CRYPTO|2018|http://riecoin.org/|
8a68472e77d44bc09a1a24d1f0881990|BTB|BitBall|bitball|CRYPTO|2022|https://www.bitball-btb.com/|0x06e0feb0d74106c7ada8497754074d222ec6bcdf
8a8863761ec04f5c9ee466f68afbd351|MONI|Monsta Infinite|monsta-infinite|CRYPTO|2022|https://monstainfinite.com/|
8a8c1dce0dbd49148e34df5922096e24|MFG|SyncFab|syncfab|CRYPTO|2022|https://blockchain.syncfab.com/|0x6710c63432a2de02954fc0f851db07146a6c0312
8b2176342ca34ea6bca5cc24fd1382d6|MDT|Measurable Data Token|measurable-data-token|CRYPTO|2022|https://www.mdt.co/|0x814e0908b12a99fecf5bc101bb5d0b8b5cdf7d26
8ba77786cd7c4004b104f7b629e1bf98|DAV|Davor||CRYPTO|2018|https://davor.io/|
8babee49e8b74508bd4affb1f6f1d3cb|DBIX|DubaiCoin||CRYPTO|2018|http://www.arabianchain.org/|
8bb80b4eb5574f3388a63967347ff3a6|URO|Uro||CRYPTO|2018|http://uro.io/|
8bbbbea6ffb0469c8b43c4e915091e60|IIC|Intelligent Investment Chain|intelligent-investment-chain|CRYPTO|2022|http://www.iicoin.io/|0xb6f43025b29196af2dddd69b0a58afba079cd600
8be53562f30e4c368baaa35225f0f5a1|EDS|Endorsit||CRYPTO|2018|http://eds.ren/en/|
8c09e2d6c280424f8f5ce92c238cab3a|SI|Siren|siren|CRYPTO|2022|https://sirenmarkets.com/|0xD23Ac27148aF6A2f339BD82D0e3CFF380b5093de
8c1d0bb832a54a6a90a05fb079d88d1e|LTG|Litecoin-Gold||CRYPTO|2018|http://www.litecoingold.info/|
8c4de4bc703b4acc9ec565422e6526c3|SHVR|Shivers|shivers|CRYPTO|2022|https://shivers.io/|0xd5f788ca0de8f17cbde1d1e35aa8f005a87fa00b
8c523118b26648fb98c245f0a60632c4|POE|Poet|poet|CRYPTO|2022|https://po.et/|0x0e0989b1f9b8a38983c2ba8053269ca62ec9b195
8cb04e6ad4284fa1b35f132def872450|XPA|XPLay||CRYPTO|2018|https://xplay.fund/|
8cb4eeaeef734e0e8a7a22cbdfea1069|JEX|JEX Token|jex-token|CRYPTO|2022|https://www.jex.com/en|0xff98a08c143311719ca492e4b8c950c940f26872
8ce86b416fe84509847d0eb4422524e6|WYS|Wys-Token||CRYPTO|2018|https://www.wystoken.org/|
8cf9938706264bcb94fca97abd2314a5|C20|Crypto20|crypto20|CRYPTO|2022|https://crypto20.com/en/|0x26e75307fc0c021472feb8f727839531f112f317
8cfbd07584ea43bdb4b6f8f9362ab9ca|AUC|Auctus|auctus|CRYPTO|2022|https://auctus.org/|0xc12d099be31567add4e4e4d0d45691c3f58f5663
8d0683f4e86a4f87bfc38a1afb4bfc83|ORME|Ormeus Coin|ormeus-coin|CRYPTO|2022|https://ormeuscoin.com/|0xc96df921009b790dffca412375251ed1a2b75c60
8d14906cac1542489d570a11e0c765ba|TOA|ToaCoin||CRYPTO|2018|http://www.toacoin.com/|
8d328bf0720f42ab8087d5261e76303d|MONA|Monavale|monavale|CRYPTO|2022|https://www.digitalax.xyz/|
8d3fa094a766444a8d8983efbf9bdc98|BSD|Bahamian Dollar|bahamian-dollar|FIAT|2022||
8d49528e18dc40d0b38ddc399df1a59e|PNT|pNetwork|pnetwork|CRYPTO|2022|https://p.network/|
8d9104d9a0e4476d9ac4d2a698520a5b|KSHIB|Kilo Shiba Inu|kilo-shiba-inu|CRYPTO|2022|https://shibatoken.com/|
8daed2af643c4c8694b0c3332ee7298f|BCDN|BlockCDN|blockcdn|CRYPTO|2022|http://www.blockcdn.org/index_en.html|0x1e797Ce986C3CFF4472F7D38d5C4aba55DfEFE40
8db5a73f5cb94b088f8644c7a5c01b21|2GIVE|GiveCoin|givecoin|CRYPTO|2022|https://2give.info/|
8dbd0e14568e4c1e882b6f27bc385499|VND|Vietnamese Dong|vietnamese-dong|FIAT|2022||
8ddba8dc9d7d4dd7be15c86b3f7fe47b|GMT|Green Metaverse Token|green-metaverse-token|CRYPTO|2022|https://www.stepn.com/|
8de169aeeb874f09b529bda86d1b06d6|FXS|Frax Share|frax-share|CRYPTO|2022|https://frax.finance/|0x3432b6a60d23ca0dfca7761b7ab56459d9c964d0
8df0f6a043a740079ce027a77464aff5|RARE|SuperRare|superrare|CRYPTO|2022|https://superrare.com/|0xba5BDe662c17e2aDFF1075610382B9B691296350
8e0dccc2df2049e5abd0edcc0b49a7e5|ELEC|Electrify.Asia|electrify-asia|CRYPTO|2022|https://electrify.asia/#home|0xd49ff13661451313ca1553fd6954bd1d9b6e02b9
8e18ab3b1dec41a3a51b689e347b4e6b|BLOCKPAY|BlockPay||CRYPTO|2018|https://blockpay.ch/|
8e193505147145419e248ec288a65bc4|PAL|PolicyPal-Network||CRYPTO|2018|https://www.policypal.network/|
8e1b8ec02d3b44bb89e41d04f378fa27|BOB|Bolivian Boliviano|bolivian-boliviano|FIAT|2022||
8e2ce0653deb48cea96d4c13072c5a93|POT|PotCoin|potcoin|CRYPTO|2022|http://potcoin.info/|
8e35cd6db4ef4ef696be1473ba857e1e|FRD|Farad||CRYPTO|2018|https://farad.energy/|
8e36c094b76545ff9e2f3701e48e3591|EGC|EverGreenCoin|evergreencoin|CRYPTO|2022|https://evergreencoin.org/|
8e5435cfe2b7451bbd9fc2fc0d3715fd|EGT|Egretia|egretia|CRYPTO|2022|http://egretia.io/|0x8e1b448ec7adfc7fa35fc2e885678bd323176e34
8e691caf31d345fb91155a9811f220f1|COLX|ColossusCoinXT|colossuscoinxt|CRYPTO|2022|https://colossusxt.io/|
8e718674994a445d8070b932d1964454|UCASH|UNIVERSAL CASH|universal-cash|CRYPTO|2022|https://u.cash/|0x92e52a1a235d9a103d970901066ce910aacefd37
8eaf045b31754158bb7f4b092a3299b5|ACC|ACCHain||CRYPTO|2018|https://www.acchain.org/en/index.html|
8edf529484f64e77ba3144eb39208fdb|MRU|Mauritanian Ouguiya|mauritanian-ouguiya|FIAT|2022||
8ee3f3e2d1a749abb4657d2a58ec7083|BIT|First-Bitcoin||CRYPTO|2018|http://bitcoincapitalcorp.com/|
8eef6ddd756843cb9f0ed2c52df00736|FTT|FTX Token|ftx-token|CRYPTO|2022|https://ftx.com/|0x50d1c9771902476076ecfc8b2a83ad6b9355a4c9
8f240122bb68496fabd8e38bcd31ad8e|ZEST|Zest-Coin||CRYPTO|2018|https://www.zestcoin.io/|
8f2a84c978044e6eae02091ca98e0b4f|BITGBP|BitGBP||CRYPTO|2018|https://bitshares.openledger.info|
8f2fef4a72e04cb4a25592ae8ac44d76|DASHG|DashGreen|dashgreen|CRYPTO|2022|https://dashgreen.net/|
8f36d6af907340d098c674d33312c3a1|PTS|BitShares-PTS||CRYPTO|2018|http://bitshares.org/|
8f3ffabeea0b40ddbd3c24b681d4bf61|PRX|ProxyNode|proxynode|CRYPTO|2022|http://proxynode.network/|
8f62d8045ce74de3b73377bbaeb74c8d|XUC|Exchange Union|exchange-union|CRYPTO|2022|https://www.exchangeunion.com/|0xc324a2f6b05880503444451b8b27e6f9e63287cb
8f688110df0f485baccc8ceceaf7960c|QAR|Qatari Rial|qatari-rial|FIAT|2022||
8f781ca6e5a842a9acaf4bff6e415f4a|ABBC|ABBC Coin|abbc-coin|CRYPTO|2022|https://abbccoin.com/|
8f86b25d81fd40c18209923c318a7731|ZCL|Zclassic|zclassic|CRYPTO|2022|http://zclassic.org/|
8f9b5a507ff641cfa1ffb720998122b0|BNN|BrokerNekoNetwork||CRYPTO|2018|https://www.brokerneko.com/|
8fd9d27d84084bcc8137ebc324c0790a|LTCD|LitecoinDark||CRYPTO|2018|http://www.litecoindark.com/|
901066860a4e4c44986c9d02f47df169|KYL|Kylin Network|kylin-network|CRYPTO|2022|https://kylin.network/|0x67B6D479c7bB412C54e03dCA8E1Bc6740ce6b99C
903ee8671f0544889ea815b6890cadca|IMPL|Impleum|impleum|CRYPTO|2022|https://impleum.com/|
90606c3bcc5b429abb44bd3429ef12e1|INN|Innova||CRYPTO|2018|http://innovacoin.info/|
9074b21b8d154a5d93943e8c5b9ee763|USDC|USD Coin (CENTRE)|usd-coin-centre|CRYPTO|2022|https://www.centre.io/usdc|
90cb969c802f4c7fb71d76816b926cc3|VITAE|Vitae||CRYPTO|2018|https://www.vitaetoken.io/|
90d86981c98b44748148d0c86a86008b|TKT|Twinkle|twinkle|CRYPTO|2022|http://www.tkt-twinkle.com/|0x13e9ec660d872f55405d70e5c52d872136f0970c
90e28773051646e6b733c10336dbde88|CEDEX|CEDEX||CRYPTO|2018|https://cedex.com/|
90fc26293662460f9d593300521af9fa|IFC|Infinitecoin||CRYPTO|2018|http://www.infinitecoin.com/|
91165d41c7654bd8831b9f4384ec3eb2|BTT|BitTorrent [NEW]|bittorrent|CRYPTO|2022|https://www.bittorrent.com/btt/|
91498f156f054a208b692e113024f1ae|NOR|Noir|noir|CRYPTO|2022|https://noirofficial.org/|
916c2f19460c4af19b1540ccc62fc80c|ENGT|Engagement-Token||CRYPTO|2018|https://engagementtoken.com/|
9175faa2c6e2451385be5c513c84ce53|ECC|ECC|ecc|CRYPTO|2022|https://ecc.network/|
9177083c40644a2485e57a3d60733bbf|BWO|Battle World|battle-world|CRYPTO|2022|https://battleworld.game/|
918ab5d8b6c943148cf335faa6dd862b|MEDA|Medacoin|medacoin|CRYPTO|2022|https://www.medabots.io/|0x9130990dd16ed8be8be63e46cad305c2c339dac9
91a142a52f3b43fbb8515c5f75a1391d|CHSB|SwissBorg|swissborg|CRYPTO|2022|https://swissborg.com|0xba9d4199fab4f26efe3551d490e3821486f135ba
91a487b67ada4b7492d5a711f66fb9d4|SKIN|SkinCoin|skincoin|CRYPTO|2022|https://skincoin.org/|0x2bdc0d42996017fce214b21607a515da41a9e0c5
91c05eec030e498886f1bbf2d2e0250e|PEN|Peruvian Nuevo Sol|peruvian-nuevo-sol|FIAT|2022||
91e464fce05e40a7a8a084f449cfa093|HBD|Hive Dollar|hive-dollar|CRYPTO|2022|https://hive.io/|
91e48fcd0b5c43e3982feeb4e79cafe0|WBNB|Wrapped BNB|wrapped-bnb|CRYPTO|2022|https://www.binance.org/|
9203fb9e74f248f59ff99b660c6fe11b|GBP|British Pound Sterling|british-pound-sterling|FIAT|2022||
92078ae0984b40f4a924f85ba27359ed|TERN|Ternio|ternio|CRYPTO|2022|https://www.ternio.io/|GDGQDVO6XPFSY4NMX75A7AOVYCF5JYGW2SHCJJNWCQWIDGOZB53DGP6C
920c497094a84c84be6c5e2a2d5bfc82|FLUZ|Fluz-Fluz||CRYPTO|2018|https://ico.fluzfluz.com/|
922e9dd0e4674340bc57393aa4b27c2b|HUSH|Hush|hush|CRYPTO|2022|https://hush.is/|
9230f8fea47a4c0b9aa5c9fcf1a483b6|REBL|Rebellious||CRYPTO|2018|https://www.rebellious.io/|
923395bab94049eea5c1542c787e710f|EURS|STASIS EURS|stasis-eurs|CRYPTO|2022|https://stasis.net/|0xdb25f211ab05b1c97d595516f45794528a807ad8
923c8625f5bb46a38c23368da3a97b59|SPHR|Sphere||CRYPTO|2018|https://sphrpay.io/|
92441d553ec041c89154357f81114ec2|USDP|Pax Dollar|pax-dollar|CRYPTO|2022|https://www.paxos.com/usdp/|
928052410eb34f9c8f952df94c90437e|FAL|Falcoin||CRYPTO|2018|https://falcoin.info/|
9287fd155d10435482a4438b519c6656|ECOREAL|EcoRealEstate|ecorealestate|CRYPTO|2022|https://ecoreal.estate/|0xb052f8a33d8bb068414eade06af6955199f9f010
928fb1b40b2b4196a0660b7f003b0f9f|BICO|Biconomy|biconomy|CRYPTO|2022|https://www.biconomy.io/|
9299cafb7f8b4ee596dbfa1ac2f4b21d|TRU|TrueFi|truefi|CRYPTO|2022|https://truefi.io/|0x4c19596f5aaff459fa38b0f7ed92f11ae6543784
92b1d06f15a64986afc29ec0b4f2dd41|AMP|Amp|amp|CRYPTO|2022|https://amptoken.org/|0xff20817765cb7f73d4bde2e66e067e58d11095c2
92df60da97a44c8b9e07acc3996fba67|SKM|Skrumble Network|skrumble-network|CRYPTO|2022|https://skrumble.network/|0x048fe49be32adfc9ed68c37d32b5ec9df17b3603
92e53d9786a84676b72ab0a1f0d7b87b|INDEX|Index Cooperative|index-cooperative|CRYPTO|2022|https://www.indexcoop.com/|0x0954906da0Bf32d5479e25f46056d22f08464cab
931ee7e9baf14eaebf8b1dcc1e277b69|PSTAKE|pStake Finance|pstake-finance|CRYPTO|2022|https://pstake.finance/|
9328cf540feb4a7881e92e6abc3b221a|COIN|Coinvest||CRYPTO|2018|https://coinve.st/|
932c659115424b8ab3e6adaaac71bfbf|FLM|Flamingo Finance|flamingo-finance|CRYPTO|2022|https://flamingo.finance/|
93408fef4a9b48759cb404e2b28d62b8|IOP|Internet-of-People||CRYPTO|2018|https://iop.global/|
934dc99e6a474a9dae167bf752aecd0d|AWG|Aruban Florin|aruban-florin|FIAT|2022||
9353126c33d9487d8a538ad0bcacf085|OPT|Opus|opus|CRYPTO|2022|http://opus-foundation.org/|0x4355fC160f74328f9b383dF2EC589bB3dFd82Ba0
93591f9ee0b74b6c8efadc8039afd691|POLIS|Star Atlas DAO|star-atlas-dao|CRYPTO|2022|https://staratlas.com/|
93858c091e144a9695e78c20959ad08b|XST|Stealth|stealth|CRYPTO|2022|https://stealth.org/|
93ba187264e54f14b743d02eb7007ba8|USE|UseChain Token|usechain-token|CRYPTO|2022|https://www.usechain.net/|0xd9485499499d66b175cf5ed54c0a19f1a6bcb61a
93d158548fe440d2a556be45e5813900|FOLD|Manifold Finance|manifold-finance|CRYPTO|2022|https://www.manifoldfinance.com/|
93d89cf4719549f0bb4096f498c80b79|AUD|Australian Dollar|australian-dollar|FIAT|2022||
9406f9660e574cd38258f4dd201b25d9|VIPER|Viper|viper|CRYPTO|2022|https://viperswap.one/#/swap|
940d31cc09f7499e9204b26c2e83cca1|DAO|TheDAO||CRYPTO|2018|https://daohub.org/|
944e59a77a824eb586976c7d66f97aee|CAG|ChangeBank|changebank|CRYPTO|2022|https://getchange.com/|0x7d4b8cce0591c9044a22ee543533b72e976e36c3
94506348bdc245b39a4937d47a0ada9c|BTN|Bhutanese Ngultrum|bhutanese-ngultrum|FIAT|2022||
945a21aec22e458d848c672eae6bc147|XAG|Silver Ounce|silver-ounce|FIAT|2022||
945bce6daa7d4947ac8782da59db95a7|BABY|BabySwap|babyswap|CRYPTO|2022|https://babyswap.finance/|
94a34b2083ad48aea1dba9a6365b536e|NEBL|Neblio|neblio|CRYPTO|2022|https://nebl.io/|
94c27d460e4244dc9acbf7512e949243|SUSD|sUSD|susd|CRYPTO|2022|https://www.synthetix.io/|0x57ab1ec28d129707052df4df418d58a2d46d5f51
94d3221bd1524026827e9ea89cf09f9b|APPC|AppCoins|appcoins|CRYPTO|2022|https://appcoins.io/|0x1a7a8bd9106f2b8d977e08582dc7d24c723ab0db
94d55d14d87a49308130bf2ac7f31ab4|ESBC|ESBC|esbc|CRYPTO|2022|https://esbc.pro/|
94ddb91c2f25476daac1515951639e8a|BTS|BitShares|bitshares|CRYPTO|2022|http://bitshares.org|
94e0a131c4fa437cbe4b777050e53c7a|TITAN|TitanSwap|titanswap|CRYPTO|2022|https://titanswap.org/|0x3A8cCCB969a61532d1E6005e2CE12C200caeCe87
950097aa1c4345cc915d1c829be75d4d|ELIX|Elixir||CRYPTO|2018|http://elixirtoken.io/|
9511283592e9464898e26b489fd8571b|DGD|DigixDAO|digixdao|CRYPTO|2022|https://digix.io/#/|0xE0B7927c4aF23765Cb51314A0E0521A9645F0E2A
951fef4ad8ce4011936c01756e73d08f|KEEP|Keep Network|keep-network|CRYPTO|2022|https://keep.network/|0x85eee30c52b0b379b046fb0f85f4f3dc3009afec
9568793da9e345f79290010dfc9c711d|FLUX|Flux|flux|CRYPTO|2022|https://runonflux.io/|
957eb83a61964b0388d0e2490bb4ef4e|NLC2|NoLimitCoin|nolimitcoin|CRYPTO|2022|https://www.nolimitcoin.org/|
95be199e938a43c9a750d6d676f4352e|FORT|Forta|forta|CRYPTO|2022|https://forta.org/|
95d5b3c4b1854651b9218d3d3b61536e|WFIL|Wrapped Filecoin|wrapped-filecoin|CRYPTO|2022|https://wfil.network/|0x6e1A19F235bE7ED8E3369eF73b196C07257494DE
964955ab2cbd4840b50826852baa1576|GOLOS|Golos||CRYPTO|2018|https://golos.io/|
96612bbd29cb4a2abeb2e6e1f5c62c49|CRA|Crabada|crabada|CRYPTO|2022|https://www.crabada.com/|0xa32608e873f9ddef944b24798db69d80bbb4d1ed
9673637ab5df49bc8596df6a02ed646d|ETN|Electroneum|electroneum|CRYPTO|2022|http://electroneum.com/|
96ae63e886b546708b0fc298f7441a99|CMCT|Crowd-Machine||CRYPTO|2018|https://www.crowdmachine.com/|
96b6a8095439494a9f3c706b5e3b8a40|CRDNC|Credence-Coin||CRYPTO|2018|https://www.credencecoin.co/|
96bc8ba0f02449e7a9a6f52426d64d08|BRD|Bread|bread|CRYPTO|2022|https://token.breadapp.com/en/|0x558ec3152e2eb2174905cd19aea4e34a23de9ad6
96c207309a314368b375cd4c457f5549|AMN|Amon|amon|CRYPTO|2022|https://amon.tech/|0x737f98ac8ca59f2c68ad658e3c3d8c8963e40a4c
96cebad4836b475f88d2a523f0b05570|BOE|Bodhi||CRYPTO|2018|http://www.bodhi.network/|
96d11ad58a85437996ce4f9da059cb71|TRIBE|Tribe Governance Token|tribe-governance-token|CRYPTO|2022|https://fei.money/|0xc7283b66Eb1EB5FB86327f08e1B5816b0720212B
96f7ae78e25049ff998b835fddd06e9a|DOC|Dochain||CRYPTO|2018|https://dochain.org/|
9704267cd1f1474bac341fb4e4eef740|SOS|Somali Shilling|somali-shilling|FIAT|2022||
971efb168c64481298b4d3fa74c7e913|FDZ|Friendz|friendz|CRYPTO|2022|https://friendz.io/|0x23352036e911a22cfc692b5e2e196692658aded9
9748916aefb54837ba4495d3da53725e|AMP|Synereo||CRYPTO|2018|http://www.synereo.com/|
974a0880e8b64fd4a7e8287e939217ef|ALPACA|Alpaca Finance|alpaca-finance|CRYPTO|2022|https://www.alpacafinance.org/|
975ca141a7cf44e5b3fdc1a145c9852a|PIB|PIBBLE|pibble|CRYPTO|2022|https://www.pibble.io/|
97817e35191343168f76fb5a8506dba0|IPC|IPChain||CRYPTO|2018|https://www.ipcchain.org/|
978878bc82ac440aabd01de14a0eb9b1|HOPR|HOPR|hopr|CRYPTO|2022|https://hoprnet.org/|
97c4f70054684c778c983eee960102fd|HMQ|Humaniq|humaniq|CRYPTO|2022|https://humaniq.co/|0xcbcc0f036ed4788f63fc0fee32873d6a7487b908
97f1734fedac47fa92e57e1088de4b79|VIU|Viuly||CRYPTO|2018|https://viuly.com/|
981a19ecd34f4d2698c2bc12f3326c96|ILV|Illuvium|illuvium|CRYPTO|2022|https://illuvium.io/|
98334bcd163c440e843ff91407a59441|LEV|Leverj|leverj|CRYPTO|2022|https://www.leverj.io/|0x0f4ca92660efad97a9a70cb0fe969c755439772c
98408470e9db4136840276ddbddad422|MZN|Mozambican Metical|mozambican-metical|FIAT|2022||
985b715b8ba84784b3ae34d55da64990|BTCN|BitcoiNote|bitcoinote|CRYPTO|2022|https://www.bitcoinote.org/|
98995f032b0c46f284c6b0c59a410f69|DSLA|DSLA Protocol|dsla-protocol|CRYPTO|2022|https://dsla.network/|0x3affcca64c2a6f4e3b6bd9c64cd2c969efd1ecbe
98b4d4646497489cad66b6827599fa04|XDN|DigitalNote|digitalnote|CRYPTO|2022|http://digitalnote.org/|
98e042fb7ff84c489c3d7f19cebd2bc2|RPL|Rocket Pool|rocket-pool|CRYPTO|2022|https://www.rocketpool.net/|0xb4efd85c19999d84251304bda99e90b92300bd93
98e915d2a0ca49a59431fd2a0659367b|ABX|Arbidex|arbidex|CRYPTO|2022|https://www.arbidex.uk.com|0x9a794dc1939f1d78fa48613b89b8f9d0a20da00e
98ee8ef3c23f41208fca9a33c2366ff7|HTH|Help The Homeless Coin|help-the-homeless-coin|CRYPTO|2022|https://hth.world/|
98fb46825e664c6dbe795094ac9b2ba7|JOD|Jordanian Dinar|jordanian-dinar|FIAT|2022||
98fece4d69cd4952af4ec80ea410b9be|BEET|BeetleCoin|beetlecoin|CRYPTO|2022|https://beetlecoin.io/|
992262136be043c287b5f0d8f11c49d7|CDF|Congolese Franc|congolese-franc|FIAT|2022||
992f8222370247debd77c5ac670cb441|RBLX|Rublix|rublix|CRYPTO|2022|https://rublix.io/|0xFc2C4D8f95002C14eD0a7aA65102Cac9e5953b5E
993673953fe14649bd413602ec636294|EFI|Efinity|efinity|CRYPTO|2022|https://efinity.io/|0x656C00e1BcD96f256F224AD9112FF426Ef053733
993b56b0e2f942a18e1133ae573cbe62|RRT|Recovery Right Tokens|recovery-right-tokens|CRYPTO|2022|https://www.bitfinex.com/rrt_token_terms|
9942a3d4ae4045258f7a0c5a42d3fabb|B3|B3Coin|b3coin|CRYPTO|2022|https://b3coin.io/|
997442d5ee994037b9e3fc177557ebab|BSR|Bitsoar||CRYPTO|2018|http://bitsoar.com/|
999041769cc9451bb20797565eb350b1|MRX|Metrix Coin|linda|CRYPTO|2022|https://www.metrixcoin.com/|
999f7e8eb2ff4d1ca9a776c4392ce79b|VID|VideoCoin|videocoin|CRYPTO|2022|https://www.videocoin.io/|0x2c9023bbc572ff8dc1228c7858a280046ea8c9e5
99a3ed5febaf426f97035fe3ee728519|ROBET|RoBET|robet|CRYPTO|2022|https://www.robetcoin.com/|0x2344871f523cbb28a4f60045531184cf1f03ad24
99a43032634749068f60391b350baceb|BAR|FC Barcelona Fan Token|fc-barcelona-fan-token|CRYPTO|2022|https://www.socios.com/fcbarcelona/|
99a9ca535f8d4bf09a0eb17afa43132e|RAMP|RAMP|ramp|CRYPTO|2022|https://rampdefi.com/|0x33D0568941C0C64ff7e0FB4fbA0B11BD37deEd9f
99b002c3e7f34706851c604dae1cf04a|NTO|Fujinto|fujinto|CRYPTO|2022|https://fujinto.io/|0x8a99ed8a1b204903ee46e733f2c1286f6d20b177
99bdc9e3e19141e0916796d09cbd9249|ION|ION|ion|CRYPTO|2022|https://ionomy.com/|
99c38b6d11a6453196d091bfc3e18eda|FCT|Factom|factom|CRYPTO|2022|http://factom.org/|
99c9c503266e4738a2befdf40a40fa3b|HWC|HollyWoodCoin||CRYPTO|2018|http://hollywoodcoin.us/|
99e9f85fbdd0467cb95c846f1745f349|MRI|Mirai||CRYPTO|2018|http://mirai.xgox.rocks/|
99f2b80ad39c48aaafa129997a927a6b|FBN|Fivebalance|fivebalance|CRYPTO|2022|https://fivebalance.com/|0x568f9f32969e29b5ce1a4545be5398e8cc7c4401
9a10f579fce744ae9337a4da93df376e|MEDX|MediBloc||CRYPTO|2018|https://medibloc.org/en/|
9a149c519c5d47afab915ddaa5000fef|CANN|CannabisCoin|cannabiscoin|CRYPTO|2022|http://cannabiscoin.net/|
9a1e0db66e5f46fab6f24cb68a01ceef|AVH|Animation-Vision-Cash||CRYPTO|2018|http://www.av.cash/|
9a2408055ccd491c9faa7c1f02b4ad59|CFI|Cofound-it||CRYPTO|2018|https://cofound.it|
9a583eec35f5436a84d9a072d5b0d7b7|PUREX|Purex||CRYPTO|2018|https://purealt.org/|
9a5d7031cdc445c4bbd48edf96c0b9c2|PENG|Penguin-Coin||CRYPTO|2018|https://penguincoin.io/|
9a647a4ca168479697980f75b454d18d|XED|Exeedme|exeedme|CRYPTO|2022|https://www.exeedme.com/|0xee573a945b01b788b9287ce062a0cfc15be9fd86
9a8569c5ee564c44be0c8be7f90b30f9|SPOOL|Spool DAO Token|spool-dao-token|CRYPTO|2022|https://www.spool.fi/|
9aafcf651e6d4f61872508f9c33d34b3|TIE|TieToken|tietoken|CRYPTO|2022|https://tiesdb.com/|0x999967e2ec8a74b7c8e9db19e039d920b31d39d0
9abafd72baa54d34984de441a6da62cb|SOLO|Sologenic|sologenic|CRYPTO|2022|https://www.sologenic.com/|
9acbf770ab714c9d89de238de240f12d|GLC|GoldCoin|goldcoin|CRYPTO|2022|https://www.goldcoinproject.org/|
9ad04135587447008165fe732ebc5d2d|PMA|PumaPay|pumapay|CRYPTO|2022|https://pumapay.io/|0x846c66cf71c43f80403b51fe3906b3599d63336f
9ad185c67802436baecf2358a9d55042|PBL|Pebbles||CRYPTO|2018|https://publica.io/|
9ad745a3d6584bd3b448028f1bc94603|SLT|Social-Lending-Token||CRYPTO|2018|https://sociallending.io/|
9adc3e125dce4e91a85bf9afb9bdb7a2|ODN|Obsidian||CRYPTO|2018|https://obsidianplatform.com/|
9af112596e87423c830dcc815451f853|ICHX|IceChain|icechain|CRYPTO|2022|https://icechain.io/|0xa573661b5fb2063d7ab12336ee24589f7a79fdab
9af549667f7a4e3da6e6ceb09f7ef251|UGC|ugChain||CRYPTO|2018|http://www.ugchain.com/|
9b12ad974d9b4669b6561bbd50af463e|OXT|Orchid|orchid|CRYPTO|2022|https://orchid.com/|0x4575f41308EC1483f3d399aa9a2826d74Da13Deb
9b178261020247c093198fbf0b79aea1|DLC|Diamond Launch|diamond-launch|CRYPTO|2022|https://diamondlaunch.io/#/index|
9b2c77080e13430f98b62cb4575dd605|STAKE|xDAI Stake|xdai-stake|CRYPTO|2022|https://www.xdaichain.com/|0x0Ae055097C6d159879521C384F1D2123D1f195e6
9b687b84695a43cf9ad64df86740163b|EUR|Euro|euro|FIAT|2022||
9bc84ef8b8f04142867c15c1157b5f69|IMP|Manx pound|manx-pound|FIAT|2022||
9bd1b6a426154de8b3606e52b59eb24a|ADI|Aditus|aditus|CRYPTO|2022|https://www.aditus.net/|0x8810c63470d38639954c6b41aac545848c46484a
9c343c44828046d39e9040ea6f92b729|QRDO|Qredo|qredo|CRYPTO|2022|https://www.qredo.com/|
9ca7bccbcf0f4297987c65f2b722d37f|OPEN|Open Platform|open-platform|CRYPTO|2022|https://www.openfuture.io/|0x9d86b1b2554ec410eccffbf111a6994910111340
9cbe0c3abdaf4247a4a5d113a6e5abb7|NDC|NeverDie-Coin||CRYPTO|2018|https://neverdie.com/|
9cc546cab75c4686867ee50e19930b3b|SBC|SBCcoin||CRYPTO|2018|https://sbccoin.io/|
9ce10a8f4c994f358e83859900dfa6e0|DIG|Dignity|dignity|CRYPTO|2022|https://cryptobontix.com/|0x093e5c256ff8b32c7f1377f4c20e331674c77f00
9cfa9d9a844c42d68dd5e2f26b357bcb|INK|Ink|ink|CRYPTO|2022|https://ink.one/|QjnsK9sSa8QhJbvTRYEHXapT8M9JHhSLqY
9cfc1137992c48d6a4b4b2c3179470fc|GRIN|Grin|grin|CRYPTO|2022|https://grin-tech.org/|
9d040404f8844cb78ef189ef09cf3bde|XRT|Robonomics Network|robonomics-network|CRYPTO|2022|https://robonomics.network/|
9d0d788d59ea452ca3d45ff70fa9986d|JUV|Juventus Fan Token|juventus-fan-token|CRYPTO|2022|https://socios.com|
9d1232022f914b6cb821e7577d16167a|IFT|investFeed|investfeed|CRYPTO|2022|https://www.investfeed.com/|0x7654915a1b82d6d2d0afc37c52af556ea8983c7e
9d496986d5e442f3badf82e7e4ac8846|METM|MetaMorph|metamorph|CRYPTO|2022|https://metamorph.pro/|0xfef3884b603c33ef8ed4183346e093a173c94da6
9d4a7b1baaaf41c5b3aa2b98a801f831|H2O|H2O DAO|h2o-dao|CRYPTO|2022|https://h2o.homes/home|
9d4dc5dc542d426e8c6bcb6bc57de01e|POA|POA Network|poa-network|CRYPTO|2022|https://poa.network/|
9d80da2fac6641ddb4cd7248a12ba49c|LND|LendingBlock|lendingblock|CRYPTO|2022|https://lendingblock.com/|0x0947b0e6d821378805c9598291385ce7c791a6b2
9d92f2fc47d04729b4636afce7d22243|WRC|Worldcore|worldcore|CRYPTO|2022|https://worldcore.com|0x72adadb447784dd7ab1f472467750fc485e4cb2d
9da2f4a2fb77441a9aea1e4c0cc5285f|ONG|Ontology Gas|ontology-gas|CRYPTO|2022|https://ont.io/|
9db91c67db5248bc9f27e5225680c518|LEND|Aave [OLD]|aave-old|CRYPTO|2022|https://ethlend.io/en/|0x80fB784B7eD66730e8b1DBd9820aFD29931aab03
9ddc38b806ea4d90b34daea7d2cbf782|WT|WeToken||CRYPTO|2018|https://en.worldwifi.io/|
9ddf985974af479da72b6a2387fd0cc8|HKD|Hong Kong Dollar|hong-kong-dollar|FIAT|2022||
9de5ec6663bd4c759b93fb11668c253c|VIVO|VIVO||CRYPTO|2018|https://www.vivocrypto.com/|
9e049820c8ff4965bacc6ac8fbffb40d|LIEN|Lien|lien|CRYPTO|2022|https://lien.finance/|0xab37e1358b639fd877f015027bb62d3ddaa7557e
9e10286ebeed43a19e08550d459002db|ARION|Arion||CRYPTO|2018|https://arioncoin.com/|
9e1c94132ff445528b7a6d3beefd78fb|ABLX|ABLE||CRYPTO|2018|https://www.able-project.io/en/index.php?lang=en|
9e2c760b560046769626159b2ba72494|DNZ|Adenz||CRYPTO|2018|http://adenz.org/|
9e51576d2f694d418aaa0f41a41d3352|DKK|Danish Krone|danish-krone|FIAT|2022||
9e77126a1d7647718a8ad5485f1e2010|IONC|IONChain|ionchain|CRYPTO|2022|https://ionchain.org/|0xbc647aad10114b89564c0a7aabe542bd0cf2c5af
9e77a7334b9445f6bcbf2e1c829b3915|LML|Lisk Machine Learning|lisk-machine-learning|CRYPTO|2022|https://www.gny.io/lisk|0x25b6325f5bb1c1e03cfbc3e53f470e1f1ca022e3
9ea1391580e44952834e71ead57907bf|QURO|Qurito||CRYPTO|2018|https://www.qurito.io/|
9ecf36432c264712970fb76d7ad09448|CYFM|CyberFM|cyberfm|CRYPTO|2022|https://cyber-fm.com/|0x4a621d9f1b19296d1c0f87637b3a8d4978e9bf82
9ed7ba360b7b41d98e02ee1359b0a970|MIR|Mirror Protocol|mirror-protocol|CRYPTO|2022|https://mirror.finance/|0x09a3ecafa817268f77be1283176b946c4ff2e608
9ee63de2e1fc42faaad5d8ca57152bd7|API3|API3|api3|CRYPTO|2022|https://api3.org/|0x0b38210ea11411557c13457D4dA7dC6ea731B88a
9eef381af4f548fbadc839f9263d216e|ORN|Orion Protocol|orion-protocol|CRYPTO|2022|https://www.orionprotocol.io/|0x0258f474786ddfd37abce6df6bbb1dd5dfc4434a
9ef76e143cc740a1903e218b94b4a90b|AAA|Moon Rabbit|moon-rabbit|CRYPTO|2022|https://moonrabbit.com/|
9ef79de3888a4683958bf21839aeef6c|MSOL|Marinade stake SOL|marinade-stake-sol|CRYPTO|2022|https://marinade.finance/|
9eff9570079940d1b335aeabb0846c55|PHI|PHI-Token||CRYPTO|2018|https://www.phitoken.io/|
9f1b4f067aee41deb732711aeb13bded|EMB|Embercoin|embercoin|CRYPTO|2022|https://www.embercoin.io/|
9f44bee30c284ad0ae187b8a3bc5b93e|XTP|Tap|tap|CRYPTO|2022|https://www.tap.global/|0x6368e1E18c4C419DDFC608A0BEd1ccb87b9250fc
9f67477e4f904b98a5d32ca1fdc9689a|BEN|BitCOEN||CRYPTO|2018|https://bitcoen.io/|
9f729ae136e74530b8a057b4da13f3b8|TALAO|Talao||CRYPTO|2018|https://www.talao.io/|
9f779f3544be4a8eaae000696bd67eeb|XBY|XtraBYtes|xtrabytes|CRYPTO|2022|http://xtrabytes.club/|
9f90a62ad61240e59a668782c17a5708|COP|Colombian Peso|colombian-peso|FIAT|2022||
9f9576a305e5496990f2aa9b5d335ab2|CATO|CatoCoin||CRYPTO|2018|https://catocoin.net/|
9f9cbc23de7040f79735296c24e1d1ac|XAP|Apollon||CRYPTO|2018|https://apollon.one/|
9fd517d489394a3a8c28259e0bd4c5a2|MED|MediBloc|mediblock|CRYPTO|2022|https://medibloc.com/en/|
9ff190f0e1744a6da3a1f0891d678383|MAP|MAP Protocol|map-protocol|CRYPTO|2022|https://www.maplabs.io/|
9ffdbdc1c8e747458d8b4d802e1d689b|ALL|Albanian Lek|albanian-lek|FIAT|2022||
9ffe8a9d16bc42a79b121a41d766c590|BNB|BNB Chain Native Token|bnb-chain-native-token|CRYPTO|2022|https://www.binance.com/|
a02199d10d88494e955ea6eaf3941b7f|LION|CoinLion|coinlion|CRYPTO|2022|https://www.coinlion.com/|0x2167fb82309cf76513e83b25123f8b0559d6b48f
a078a9715d0c4bebaeb4b9c3b73dca21|FIDA|Bonfida|bonfida|CRYPTO|2022|https://bonfida.com/|
a089f39142b84c4a984dbd4ed3e55dfd|BITBTC|BitBTC|bitbtc|CRYPTO|2022|https://bitshares.openledger.info|
a08ac526d54248b090f460cf6b197426|USDE|USDe||CRYPTO|2018|http://usd-e.com/|
a0ac64d137354ca0ba9b0b6485557733|UIS|Unitus||CRYPTO|2018|http://unitus.info/|
a0be30e0ed32436f895d2cc688158aff|PRO|Propy|propy|CRYPTO|2022|https://propy.com/|0x226bb599a12c826476e3a771454697ea52e9e220
a0de081347984bbc906802097948ad54|NOIA|Syntropy|syntropy|CRYPTO|2022|https://www.syntropynet.com/|
a10070f645ca42318ac8f72356867801|KHR|Cambodian Riel|cambodian-riel|FIAT|2022||
a10b953199f04d50997de380dbb8a4b5|VSL|vSlice||CRYPTO|2018|http://www.vslice.io/|
a11f2aced55f410abdf70888e523cb84|IDEX|IDEX|idex|CRYPTO|2022|https://idex.market/|0xb705268213d593b8fd88d3fdeff93aff5cbdcfae
a11f4a16da64455288b8112a2794a905|RIDE|Holoride|holoride|CRYPTO|2022|https://www.holoride.com/|
a1443e15f07849ba9d68173efd9316ef|UNITY|SuperNET||CRYPTO|2018|http://supernet.org/|
a15656ed02004afab917052371308dd1|TKY|THEKEY|thekey|CRYPTO|2022|https://www.thekey.vip/|132947096727c84c7f9e076c90f08fec3bc17f18
a1813d47cfcc49ba93956da21b705a03|ISK|Icelandic Króna|icelandic-króna|FIAT|2022||
a18473c63a91424496e3be40593001b0|BSW|Biswap|biswap|CRYPTO|2022|https://biswap.org/|
a18fd243ea4648929ca9b893bba475a0|ZCN|0chain|0chain|CRYPTO|2022|https://0chain.net/|0xb9ef770b6a5e12e45983c5d80545258aa38f3b78
a19dc36246f84c2bad53f3a50ccce46e|REM|Remme|remme|CRYPTO|2022|https://remme.io/|0x83984d6142934bb535793a82adb0a46ef0f66b6d
a1c8423a4e7448f59371e967c74dc62e|INTR|Interlay|interlay|CRYPTO|2022|https://interlay.io/|
a1e862057cb647c88a59341ec83bf7d5|XIOS|Xios||CRYPTO|2018|http://www.xioscoin.com/|
a1e893e5b76e42e4ae25c0a0dd6e2840|GMB|GMB|gmb|CRYPTO|2022|https://gmbplatform.io/|0x1d464ac5e046e5fe280c9588edf8eb681b07008f
a21865d153bd4644b1647900296959b0|BAT|Basic Attention Token|basic-attention-token|CRYPTO|2022|https://basicattentiontoken.org/|0x0d8775f648430679a709e98d2b0cb6250d2887ef
a2218ee3926044a0a84b067512107b99|KAI|KardiaChain|kardiachain|CRYPTO|2022|https://kardiachain.io/|
a23cd92bf0b34c10935fffdcaa311e48|DPI|DeFiPulse Index|defipulse-index|CRYPTO|2022|https://www.tokensets.com/portfolio/dpi|0x1494CA1F11D487c2bBe4543E90080AeBa4BA3C2b
a27079a5b37b4b369cca9684acfd692a|EMPR|empowr||CRYPTO|2018|https://secure.empowr.com/socnet/EmpowrSISU.aspx?|
a28c0bbf1ce84cf2845ab5e1479a7f5d|HYDRO|Hydrogen|hydrogen|CRYPTO|2022|https://www.hydrogenplatform.com/hydro|0x946112efab61c3636cbd52de2e1392d7a75a6f01
a2c6866030c84bcfb210c5da2adaea1e|DIVX|Divi||CRYPTO|2018|https://www.diviproject.org/|
a2fd5a3bbf814316bec075633179dc1c|BANCA|Banca|banca|CRYPTO|2022|https://www.banca.world/|0x998b3b82bc9dba173990be7afb772788b5acb8bd
a3265b69695d4cf1816fbfe9031c809e|TRUE|TrueChain|truechain|CRYPTO|2022|http://www.truechain.pro/index.html|0xA4d17AB1eE0efDD23edc2869E7BA96B89eEcf9AB
a33bb39b83f94b34a5d5f3b1a083146c|HNL|Honduran Lempira|honduran-lempira|FIAT|2022||
a347597d3c9e4c9b887b9c137bf92f4f|NMS|Numus||CRYPTO|2018|http://numus.cash/|
a34f6240d459499f81faa1616437976e|SHIFT|SHIFT||CRYPTO|2018|https://www.shiftnrg.org/|
a354505b583f4bb3a0271536692aadba|CL|CoinLancer|coinlancer|CRYPTO|2022|https://www.coinlancer.io/|0xe81d72d14b1516e68ac3190a46c93302cc8ed60f
a3a75227e90b4869ab9f6baf222d5820|MGO|MobileGo|mobilego|CRYPTO|2022|https://mobilego.io/|0x40395044ac3c0c57051906da938b54bd6557f212
a3bc05da4c3d4618940ff486c93fe566|CAKE|PancakeSwap|pancakeswap|CRYPTO|2022|https://pancakeswap.finance/|
a3bd25731a944a2083ac74a155c89ccc|LDO|Lido DAO|lido-dao|CRYPTO|2022|https://lido.fi/|0x5a98fcbea516cf06857215779fd812ca3bef1b32
a3c830659cc44bd4987e84ef991cd74e|LCX|LCX|lcx|CRYPTO|2022|https://www.lcx.com/|0x037a54aab062628c9bbae1fdb1583c195585fe41
a3f09895ab0944169838ce8bcf741747|WGR|Wagerr|wagerr|CRYPTO|2022|https://www.wagerr.com|
a41189b4540c417ebe504d751c35c226|ECN|E-coin||CRYPTO|2018|https://www.ecoinsource.com/|
a430815f5c4947beb197dda781d4d6dc|FIRO|Firo|firo|CRYPTO|2022|https://firo.org/|
a43bf698f20d42cea17ff4432d581089|MONA|MonaCoin|monacoin|CRYPTO|2022|http://monacoin.org/en/|
a447270cce5847838166c6f2bcd2a9f4|TFUEL|Theta Fuel|theta-fuel|CRYPTO|2022|https://www.thetatoken.org/|
a44ba2a617444264865e635f2c38059a|BSN|Bastonet||CRYPTO|2018|http://www.bastonet.com/|
a46b6ee5168346c5b724255e3be7f4ba|QSP|Quantstamp|quantstamp|CRYPTO|2022|https://quantstamp.com/|0x99ea4db9ee77acd40b119bd1dc4e33e1c070b80d
a49169b1a8be4066a5553e785f75fe0b|XDR|Special Drawing Rights|special-drawing-rights|FIAT|2022||
a4aa7d19ad1d448086eb8b1a727b4fda|SLR|SolarCoin|solarcoin|CRYPTO|2022|http://solarcoin.org|
a4b00736f4d042ff931e4cd161f62206|DOPE|DopeCoin|dopecoin|CRYPTO|2022|http://www.dopecoin.com/|
a4b1ec0a19ef4e63a231b24d99668b2c|RSD|Serbian Dinar|serbian-dinar|FIAT|2022||
a4db2e31769244d0bce967a30423d1e6|CUP|Cuban Peso|cuban-peso|FIAT|2022||
a4e202c850714bbba724cc30c2c9232e|TWD|New Taiwan Dollar|new-taiwan-dollar|FIAT|2022||
a5347a88e9e5460b928fa52bb078d2d4|ZMK|Zambian Kwacha (pre-2013)||FIAT|2018||
a543b67ff1534c93846f77d7dbcb26df|SMI|SafeMoon Inu|safemoon-inu|CRYPTO|2022|https://safemooninu.com|
a557d4b7ef3546c2a4d540ed536eb22c|ANY|Anyswap|anyswap|CRYPTO|2022|https://anyswap.exchange/dashboard#/dashboard|
a58d658ff0174bc182619375c2fb31ff|ZCO|Zebi|zebi|CRYPTO|2022|https://www.zebi.io/|0x2008e3057bd734e10ad13c9eae45ff132abc1722
a598a48b971b43b484123de73de159b3|VSC|vSport-Coin||CRYPTO|2018|http://vsport.io/|
a60276c38cb24431be07fd17f80f5a52|AFC|Arsenal Fan Token|arsenal-fan-token|CRYPTO|2022|https://socios.com|
a606726d2f944e438e32935ab0c0e63c|ACA|Acala|acala|CRYPTO|2022|https://acala.network/|
a60e1a4007464ae1b137837d6af04e60|FLIXX|Flixxo|flixxo|CRYPTO|2022|https://www.flixxo.com/|0xf04a8ac553fcedb5ba99a64799155826c136b0be
a62301014efa47ca9a3191ec73ce9fc0|GRWI|Growers-International||CRYPTO|2018|http://growersintl.com/|
a6305d2bfc73465d96a3a86301db442e|BWX|Blue Whale|blue-whale|CRYPTO|2022|https://www.bluewhale.foundation/|0xce5114d7fa8361f0c088ee26fa3a5446c4a1f50b
a65e27249a244cc4b9e9330ccb027991|TRX|Tronix|tronix|CRYPTO|2022|https://tron.network/|0xf230b790e05390fc8295f4d3f60332c93bed42e2
a66dd01cca6540abbbac5c30b75be377|BANK|Bankcoin||CRYPTO|2018|https://bankcoin.io/|
a68ea850ec3f4f18b50b2aeceb0dad4f|SRM|Serum|serum|CRYPTO|2022|https://projectserum.com/|0x476c5e26a75bd202a9683ffd34359c0cc15be0ff
a6cb9c1f36604dc7b510b709bad767f2|UNI|Uniswap Governance Token|uniswap-governance-token|CRYPTO|2022|https://app.uniswap.org/#/uni|0x1f9840a85d5af5bf1d1762f925bdaddc4201f984
a6eb48dd93234486bab9ea6b2dc9aae1|SAUBER|Alfa Romeo Racing ORLEN Fan Token|alfa-romeo-racing-orlen-fan-token|CRYPTO|2022|https://www.socios.com|
a6edb05c164c4f38b05a323cab9f9c7c|PAWS|PAWS|paws|CRYPTO|2022|https://paws.fund/|
a717570677ab467ba3a3e7f6618459c2|CSNO|BitDice||CRYPTO|2018|https://www.bitdice.me/|
a73f343ef5d34fd78fc193dd7b4b379c|DASC|Dascoin||CRYPTO|2018|https://dascoin.com/|
a743eb5a38ca4dbeaa64297ba38b0568|CIF|Crypto-Improvement-Fund||CRYPTO|2018|https://www.cryptoimprovementfund.io/|
a78619dfcdcb4790a5ddbf8785eefef1|COU|Couchain|couchain|CRYPTO|2022|https://couchain.io/|0xf091cf09c51811819db705710e9634b8bf18f164
a793b3c0921a4ab9927d0bc4ebaae5f6|BTCRED|Bitcoin-Red||CRYPTO|2018|https://www.bitcoinred.io/|
a8139362e32a49869931de313b619494|RBIES|Rubies|rubies|CRYPTO|2022|http://rbies.org/|
a815e6c1d8f84fbd8a61bade4fc87dff|NZDS|New Zealand Dollar Stablecoin|new-zealand-dollar-stablecoin|CRYPTO|2022|https://www.techemynt.com/|
a83b91b40cbe42ea9a91740aed3adc4b|SAT|Social Activity Token|social-activity-token|CRYPTO|2022|https://sphere.social/hello/|0xc56b13ebbcffa67cfb7979b900b736b3fb480d78
a83c7859b2d5478a88b338943d487dea|SANTOS|Santos FC Fan Token|santos-fc-fan-token|CRYPTO|2022|https://www.santosfc.com.br/en/|
a8410952db5240fda3c5fbfc50d6377c|XCN|Chain|chain|CRYPTO|2022|https://chain.com/|
a84590ea7774406d996b9f5ee3c56e4e|CCCX|Clipper-Coin||CRYPTO|2018|http://clippercoin.com/en/pc_index.html|
a84fd85da82846408da057f330942322|STR|Staker||CRYPTO|2018|https://staker.network/|
a85171df1b02490b862157ad3792e7be|PEOPLE|ConstitutionDAO|constitutiondao|CRYPTO|2022|https://www.constitutiondao.com/|
a86c5eb97b3f445e982e6ee62c1f9c1e|PLN|Polish Zloty|polish-zloty|FIAT|2022||
a8dcd10c85d149afb70191d15281e6bf|PERL|Perlin|perlin|CRYPTO|2022|https://www.perlin.net/en/|0xeca82185adCE47f39c684352B0439f030f860318
a8f4a6b942f546dd9b88fe082d9da3c9|WEMIX|WEMIX|wemix|CRYPTO|2022|https://wemixnetwork.com/|0x5096db80b21ef45230c9e423c373f1fc9c0198dd
a90e4e8ecb8e4aff927b1843969bf443|FCL|Fractal|fractal|CRYPTO|2022|https://web.fractal.id/|
a94d54414eeb4917aaaa7f3899c8eedf|MOC|Mossland|mossland|CRYPTO|2022|https://moss.land/|0x865ec58b06bf6305b886793aa20a2da31d034e68
a94f23e95b4f4901b309ea7d15bb1100|MTL|Metal|metal|CRYPTO|2022|https://etherscan.io/token/0xF433089366899D83a9f26A773D59ec7eCF3|
a96181ab49374f22a2d680382ed4c3e7|REV|RChain|rchain|CRYPTO|2022|https://www.rchain.coop/#home|
a96e3c6ec602433ea865dde2dc1f4b10|TEAM|TokenStars||CRYPTO|2018|https://tokenstars.com/team/|
a982d85b3f69457296ea6cb907c6e980|RPX|Red Pulse|red-pulse|CRYPTO|2022|https://www.redpulse.com/|ecc6b20d3ccac1ee9ef109af5a7cdb85706b1df9
a987cb69733044a5b8c8e0931d677145|LTCU|LiteCoin-Ultra||CRYPTO|2018|http://www.litecoinultra.com/|
a98ca8425817491589a89c76d9c7d068|PSM|Prasm||CRYPTO|2018|http://prasm.io/|
a98ee12696214cb79d5190ca25df9c8d|UTNP|Universa||CRYPTO|2018|https://www.universa.io/|
a99c2edf7da143089ad610f1d4014176|SIC|Swisscoin|swisscoin|CRYPTO|2022|https://swisscoin.eu|
a9dc5f4be4694acdb6b1f823bfe73466|BFT|BF Token|bf-token|CRYPTO|2022|https://bf-token.bnktothefuture.com/|0x01ff50f8b7f74e4f00580d9596cd3d0d6d6e326f
aa1dcf7617b5405bad4c102dfa8007b5|OSMO|Osmosis|osmosis|CRYPTO|2022|https://osmosis.zone/|
aa74eefef83d44d4820a7b4a5815dd55|BU|BUMO|bumo|CRYPTO|2022|https://www.bumo.io/|
aaa5cc9161d540d583704b6752083f64|PPC|Peercoin|peercoin|CRYPTO|2022|http://www.peercoin.net/|
aaaca46a437e48cfa3ed8b8adfac5916|MOOV|Dotmoovs|dotmoovs|CRYPTO|2022|https://dotmoovs.com|0x24ec2ca132abf8f6f8a6e24a1b97943e31f256a7
ab29ead717d04949b237750be85da919|CTX|Cryptex Finance|cryptex-finance|CRYPTO|2022|https://cryptex.finance/|
ab46bc5d74ab44dc89331c762a231437|ESS|Essentia|essentia|CRYPTO|2022|https://essentia.one/|0xfc05987bd2be489accf0f509e44b0145d68240f7
ab52f52305334e439ca0826d1a534928|ZOO|ZooKeeper|zookeeper|CRYPTO|2022|https://www.zookeeper.finance/|
ab60efc90f504ad0a1e46dd9003daa40|AMA|MrWeb Finance|mrweb-finance|CRYPTO|2022|https://mrweb.finance/|
ab8ac321082b4231a31c4c938cfceab7|EOS|EOS|eos|CRYPTO|2022|https://eos.io/|0x86Fa049857E0209aa7D9e616F7eb3b3B78ECfdb0
ab8dba86c7134722a0df91c96694d48c|BITG|BitGreen|bitgreen|CRYPTO|2022|https://bitg.org/|
ab9098104301406a8bbe9fd0c789dfa0|AKT|Akash Network|akash-network|CRYPTO|2022|https://akash.network/|
abaf0a78da1a421da0d52419e117e544|BOA|BOSAGORA|bosagora|CRYPTO|2022|https://bosagora.io/|0x746dda2ea243400d5a63e0700f190ab79f06489e
abcb72b148dd4240a7a8ad929f8e2879|RDN|Raiden Network Token|raiden-network-token|CRYPTO|2022|https://raiden.network/|0x255aa6df07540cb5d3d297f0d0d4d84cb52bc8e6
abcc8be5d03d48ea98eb5c03b7a894e1|ONE|ONE||CRYPTO|2018|https://big.one/|
abcd5c75fc974ffbb5502fe06a8cc54e|BTA|Bata|bata|CRYPTO|2022|http://www.bata.io/|
abe6a152ff2740438d2b3ea96268ee22|XES|Proxeus||CRYPTO|2018|https://proxeus.com/|
abe8a15ed98d404fa8bdeaf82e476834|UQC|Uquid Coin|uquid-coin|CRYPTO|2022|https://uquidcoin.com/|0x8806926ab68eb5a7b909dcaf6fdbe5d93271d6e2
abebebab51af4112a9656628e1fa939b|TCH|ThoreCash|thorecash|CRYPTO|2022|https://www.thorecash.com/thorecash.html|0x9972a0f24194447e73a7e8b6cd26a52e02ddfad5
ac287a83eeb547c7bf11d7700d6fa14c|ACM|AC Milan Fan Token|ac-milan-fan-token|CRYPTO|2022|https://socios.com|
ac394e4649484fe7ae8016e10566d779|KNDC|KanadeCoin||CRYPTO|2018|https://kanadecoin.com/|
ac55279ef855405aa6f3df6d5f1cb142|PART|Particl|particl|CRYPTO|2022|http://particl.io/|
ac699b12e0934e90b7106af3863c7078|BSX|Basilisk|basilisk|CRYPTO|2022|https://bsx.fi/|
aca9700e7bee422292894c628f89c58f|IMT|MoneyToken|moneytoken|CRYPTO|2022|https://moneytoken.com/|0x13119e34e140097a507b07a5564bde1bc375d9e6
acd1829db29c4a559e34a6789a4a989f|FTO|FuturoCoin|futurocoin|CRYPTO|2022|https://futurocoin.com/|
ad08ebcdcf2a474f95a5a626e523462c|ARK|Ark|ark|CRYPTO|2022|https://ark.io/|
ad12e337cace44a08ff499e8ba5c5a53|SAITAMA|Saitama|saitama|CRYPTO|2022|https://www.saitamatoken.com/|
ad14dc73b6c94086be63e3edb71221e4|CIT|CariNet||CRYPTO|2018|http://www.carinet.io/|
ad2b884fe0ee417992cd487aace92cb8|NMC|Namecoin|namecoin|CRYPTO|2022|https://www.namecoin.org/|
ad54ba99fb48473182b4c3cb6909a321|IQ|Everipedia|everipedia|CRYPTO|2022|https://everipedia.org/|0x579cea1889991f68acc35ff5c3dd0621ff29b0c9
ad8e513839584cfe950aa32aac2eb12b|CGC|CGC-Token||CRYPTO|2018|https://www.genieico.net/|
ad94065a654e442a9e167c2f6f30b0d7|SPF|SportyFi||CRYPTO|2018|https://sportyfi.io/|
ad95a29f57db447da21b60de05defa62|XLB|Libertycoin||CRYPTO|2018|https://libertycoin.co/|
adcc5aef62ed4ebca78a03826a4f5d26|BOC|BingoCoin||CRYPTO|2018|https://www.bocfun.com/|
ade9474cd2914c199a37e7401c8ee7bc|ARDR|Ardor|ardor|CRYPTO|2022|https://www.ardorplatform.org/|12422608354438203866
adf0b84805a44510980479dbb7625ca3|DCR|Decred|decred|CRYPTO|2022|https://www.decred.org/|
ae453316ad3d44f8b7b7ff055bb452ee|SPHTX|SophiaTX|sophiatx|CRYPTO|2022|https://www.sophiatx.com/|0x3833dda0aeb6947b98ce454d89366cba8cc55528
ae517dd1597c4d9480fc7a207e677de4|HST|Decision-Token||CRYPTO|2018|https://horizonstate.com/|
ae95a15319064b6dae316e4bb075898c|DJF|Djiboutian Franc|djiboutian-franc|FIAT|2022||
aea7dd10508c4dcc96daaa4dc1097030|SDG|Sudanese Pound|sudanese-pound|FIAT|2022||
aead2e168918453bb9b1b6e831bc71fd|KBC|KaratGold Coin|karatgold-coin|CRYPTO|2022|https://karatgold.io/|0xf3586684107ce0859c44aa2b2e0fb8cd8731a15a
aebf2cd5f98c427d8258b682985b69a8|CMP|Compcoin||CRYPTO|2018|https://compcoin.com/|
aec692c25407444fb722339257a8df40|ING|Iungo|iungo|CRYPTO|2022|https://iungo.network/|0x24ddff6d8b8a42d835af3b440de91f3386554aa4
aefb428c65744039b4b67ac8555a3278|NEC|Nectar Token|nectar-token|CRYPTO|2022|https://nectar.community/|0xcc80c051057b774cd75067dc48f8987c4eb97a5e
af83e85dbb3840039e32da8e92fd4f81|TOP|Tongan Pa'anga|tongan-paanga|FIAT|2022||
af85a038750644cf9a726cf073b1919a|SNT|Status Network|status-network|CRYPTO|2022|http://status.im/|0x744d70fdbe2ba4cf95131626614a1763df805b9e
afb1b015c36243cfbe2c7d3eab6c3451|ALT|Alt.Estate|alt-estate|CRYPTO|2022|https://alt.estate/|0x419b8ed155180a8c9c64145e76dad49c0a4efb97
afb406c9ff824e6b84a59030a52c9be8|LATINO|Latino-Token||CRYPTO|2018|https://latinotoken.com/|
afdeb35fe8d8445e908e300f2f6db633|CFL|CryptoFlow|cryptoflow|CRYPTO|2022|https://cryptoflow.eu/|
afe2d0bec89746be8568576618358fe1|LSL|Lesotho Loti|lesotho-loti|FIAT|2022||
affa2c4ae59044868fe8cbb160e06fef|SFUND|Seedify.fund|seedify-fund|CRYPTO|2022|https://seedify.fund/|
b0031830be5244299186467abb03c08b|BLZ|Bluzelle|bluzelle|CRYPTO|2022|https://bluzelle.com/|0x5732046a883704404f284ce41ffadd5b007fd668
b003e66c441146e081b0a8d77ffd9487|SYS|SysCoin|syscoin|CRYPTO|2022|http://syscoin.org/|
b02bed694b8740bbaf4638812c632f6e|NEST|Nest Protocol|nest-protocol|CRYPTO|2022|https://nestprotocol.org/|0x04abeda201850ac0124161f037efd70c74ddc74c
b031d2a0b10e45b9b130facee648f989|LUNA|Terra|terra-luna-v2|CRYPTO|2022|https://terra.money/|
b06d9b5f7cd84a11b75b0693ec904cd2|RAD|Radicle|radicle|CRYPTO|2022|https://radicle.xyz/|0x31c8eacbffdd875c74b94b077895bd78cf1e64a3
b09631ef5f3c44f6a05786cff981c2c8|TRF|Travelflex||CRYPTO|2018|https://travelflex.org/|
b0b40b2969ea41aba18b4ab58aa85f82|SPC|SpaceChain|spacechain|CRYPTO|2022|http://spacechain.com/|57931faffdec114056a49adfcaa1caac159a1a25
b0b5b58571aa48399c4200d75d2a93b8|DUN|Dune|dune|CRYPTO|2022|https://dune.network/|
b0e2dab5cc134cb0ad39661a6b196b2b|TRUST|TrustPlus||CRYPTO|2018|http://trustplus.co/|
b0fa53dc49734550801dd6c60a954baf|GZONE|GameZone|gamezone|CRYPTO|2022|https://gamezone.io/|0xb6adb74efb5801160ff749b1985fd3bd5000e938
b104c8c48b194e90bf220b15275a8c62|XMC|Monero Classic|monero-classic|CRYPTO|2022|http://monero-classic.org/|
b10cc2f009aa49e3a60a407f7b8aaf37|PIVX|PIVX|pivx|CRYPTO|2022|https://pivx.org/|
b10dbbca604b4b1d86177a65c0b9a4ba|ATRI|Atari Token|atari-token|CRYPTO|2022|https://www.atarichain.com/|0xdacd69347de42babfaecd09dc88958378780fb62
b11055bb7c3d4aa593a324b714ea5bb5|BUZZ|BuzzCoin|buzzcoin|CRYPTO|2022|http://www.buzzcoin.info/|
b1167504dfdf4ca18c19cf92c3c50650|TND|Tunisian Dinar|tunisian-dinar|FIAT|2022||
b159f1a159c9470eb3cd68a68d4b2a74|ACED|AceD||CRYPTO|2018|https://www.acedcoin.com/|
b16483897ab34898aa337b187a5daf4b|UBC|UBCoin||CRYPTO|2018|https://ubcoin.io/|
b16e89ad9d28447b9ae4d7353b18708e|COSM|CosmoChain|cosmochain|CRYPTO|2022|https://cosmochain.io/|0xd1e10c37a27d95d95720291b1dc6f12f74c71443
b181a05d0a3947a6b168f9a3beb71dc0|HADE|Hade||CRYPTO|2018|https://hadeplatform.com/|
b1b7f731eedc47c29401f4dc9c108e62|MHC|MetaHash|metahash|CRYPTO|2022|https://metahash.org/|
b1d9dec7e52a4a5e9fb38f777e9f5fe8|DAT|Datum||CRYPTO|2018|https://datum.org/|
b1e159f5dd994e8d92b3bb0dee9f0d34|SKILL|CryptoBlades|cryptoblades|CRYPTO|2022|https://www.cryptoblades.io/|
b21d059059ee4dea82dbf0a5d99e197b|SAFEMOON|SafeMoon|safemoon|CRYPTO|2022|https://safemoon.net/|
b22be516b9d241afb751dfecd24bc92f|BCI|Bitcoin-Interest||CRYPTO|2018|https://www.bitcoininterest.io/|
b266a7e93d0c4416995c0fe3a3a8fce8|PYX|Pyrex  Coin|pyrex--coin|CRYPTO|2022|https://pyrexcoin.com/|
b286c4d2441a4fdbb1dd2c2d6b1f16b7|YAM|YAM|yam|CRYPTO|2022|https://yam.finance/|0x0aacfbec6a24756c20d41914f2caba817c0d8521
b28f6ebcbce846ad8118b205fdcf1a34|X8X|X8XToken|x8xtoken|CRYPTO|2022|https://x8currency.com/|0x910dfc18d6ea3d6a7124a6f8b5458f281060fa4c
b2a89a1e6161442f811f0d7f4bfcf035|DMD|Diamond|diamond|CRYPTO|2022|https://bit.diamonds/|
b2b9a7439d3c4fe19d9562872df80d62|INPAY|InPay||CRYPTO|2018|https://inpay.tech/|
b347aff512294e76805221e18c1f59e1|BNC|Bifrost Native Coin|bifrost-native-coin|CRYPTO|2022|https://bifrost.finance/|
b3877a07f55b4758be52fef2097147c2|CSP|Caspian|caspian|CRYPTO|2022|https://caspian.tech/|0xa6446d655a0c34bc4f05042ee88170d056cbaf45
b391962e6fec4a01b9d2aaeb9d59ba38|SCRL|Scroll||CRYPTO|2018|https://www.scroll.network/|
b3ab3a0aa3154a43b1bc2a75468ab66d|ATN|ATN||CRYPTO|2018|https://atn.io/?locale=en|
b3ba9ff5d137449a900affb5d2a6c2cd|RLT|RouletteToken||CRYPTO|2018|https://smartplay.tech/|
b41036d014c54385b9623b9bf078212b|HERO|Metahero|metahero|CRYPTO|2022|https://metahero.io/|
b411d90f5ba54845ad2d81b8531f42bb|USDJ|JUST Stablecoin|just-stablecoin|CRYPTO|2022|https://just.network/|
b417d0d4133145aa93f8146123e1efcb|SLL|Sierra Leonean Leone|sierra-leonean-leone|FIAT|2022||
b41dc7121b5048c797e0ec760b96f3b6|DFL|DeFi Land|defi-land|CRYPTO|2022|https://defiland.app/|
b42d963e61704d0aa051b8937374990c|XCD|East Caribbean Dollar|east-caribbean-dollar|FIAT|2022||
b443524f73c24d0eb6643db466a68fcb|AED|United Arab Emirates Dirham|united-arab-emirates-dirham|FIAT|2022||
b45b7c684c5c4822ad85eb3e9d1e0eb6|NOBS|No-BS-Crypto||CRYPTO|2018|https://nobscrypto.com/|
b4621efe13c64f3ca67d0af4ecc55f98|OTB|OTCBTC Token|otcbtc-token|CRYPTO|2022|https://otcbtc.com/|0xa86a0da9d05d0771955df05b44ca120661af16de
b4631e159fe24e349ab26feffc9ae0b2|STARL|StarLink|starlink|CRYPTO|2022|https://www.starltoken.com/|0x8e6cd950ad6ba651f6dd608dc70e5886b1aa6b24
b47099dbf1344ee0ad48442285113131|AUTO|Cube|cube|CRYPTO|2022|https://www.cubeint.io/|0x622dFfCc4e83C64ba959530A5a5580687a57581b
b471fd32ffce4df38df25c407817aa8d|WGO|WavesGo|wavesgo|CRYPTO|2022|http://www.wavesgo.com/wgo.html|4eT6R8R2XuTcBuTHiXVQsh2dN2mg3c2Qnp95EWBNHygg
b48bf375a7434ca9855263a5d165ac93|LBA|Cred|cred|CRYPTO|2022|https://mycred.io/|0xfe5f141bf94fe84bc28ded0ab966c16b17490657
b507f39d4445409c8456dfef3cb067e8|DTH|Dether|dether|CRYPTO|2022|https://dether.io/|0x5adc961d6ac3f7062d2ea45fefb8d8167d44b190
b526491148174e3f82697affeb593718|BLITZ|Blitzcash||CRYPTO|2018|http://blitz.cash/|
b549359bcd264d9184025b56e366ffa0|DIVI|Divi|divi|CRYPTO|2022|https://www.diviproject.org/|
b56ad82d39564027ac9ed64108888cdc|AMM|MicroMoney|micromoney|CRYPTO|2022|https://www.micromoney.io/|0x8B1F49491477e0fB46a29fef53F1EA320D13c349
b570cd2308844a7ca7d17e145010c1e7|UBEX|Ubex|ubex|CRYPTO|2022|https://www.ubex.com/|0x6704b673c70de9bf74c8fba4b4bd748f0e2190e1
b5cb8db5636745cebe94228594a28945|JMD|Jamaican Dollar|jamaican-dollar|FIAT|2022||
b606816aa6d3472f93f4311af15f6a02|MGC|MergeCoin||CRYPTO|2018|http://www.mergecoin.com/|
b60cbf55972947b78637ae469409b22f|CLOAK|CloakCoin|cloakcoin|CRYPTO|2022|http://www.cloakcoin.com/|
b6250fa53eb040c2b2889d891a4a5dca|HERB|Herbalist Token|herbalist-token|CRYPTO|2022|https://www.herbalisttoken.com/|0x04a020325024f130988782bd5276e53595e8d16e
b6306761396c4773b785f7fea29dd9c2|ITZ|Interzone||CRYPTO|2018|http://www.interzone.pw/|
b65e40b6017c4b8a9c7a1eb637026da2|GLA|Gladius-Token||CRYPTO|2018|https://gladius.io/|
b69c00e9ba114da3af60226e74ca23f5|ALX|ALAX||CRYPTO|2018|https://alax.io/|
b6a165492f994f4280806f239f9cc991|INS|INS-Ecosystem||CRYPTO|2018|https://ins.world/|
b6a680d2c67e4d0e92e5726d0c7b7910|PGK|Papua New Guinean Kina|papua-new-guinean-kina|FIAT|2022||
b6bc41ef4d9d41c18d65b6c52694e4df|APR|APR Coin|apr-coin|CRYPTO|2022|https://www.apr-coin.com/|
b6fc8621a8434c49b6c699d5cbba324d|VES|Venezuelan Bolívar Soberano||FIAT|2018||
b71ae3efac4344d48888d23c8ceb9910|VLX|Velas|velas|CRYPTO|2022|https://velas.com/|0x8c543aed163909142695f2d2acd0d55791a9edb9
b726c8664f464275abb309542743fe50|ALICE|My Neighbor Alice|my-neighbor-alice|CRYPTO|2022|https://www.myneighboralice.com/|0xac51066d7bec65dc4589368da368b212745d63e8
b73917e260b24d778e63a588fd16f354|BPT|Blockport|blockport|CRYPTO|2022|https://www.blockport.io/|0x327682779bab2bf4d1337e8974ab9de8275a7ca8
b73e0618dbef40b0b41feeb7a6d1bfde|MINE|Pylon Protocol|pylon-protocol|CRYPTO|2022|https://www.pylon.money/|
b75037a0cc8644a6987520af3e402c9b|HOT|Holo|holo|CRYPTO|2022|https://holochain.org/|0x6c6ee5e31d828de241282b9606c8e98ea48526e2
b75ef55dc2cb496f82b08cf846364727|FLT|FlutterCoin||CRYPTO|2018|http://www.fluttercoin.me/|
b76f327f44cc4e52aed1a5003ce4f58e|CZK|Czech Republic Koruna|czech-republic-koruna|FIAT|2022||
b76f59719f0741fab2ddd8f48b473fca|AIR|AirToken||CRYPTO|2018|https://www.airtoken.com/|
b799fdd74ec847d4b65e187210e0534f|UNY|Unity-Ingot||CRYPTO|2018|https://unityingot.com/|
b7b2f71ead5e418fb07b4eb03e21eb32|HNT|Helium|helium|CRYPTO|2022|https://www.helium.com/|
b7b81d07b5d144e3a189c78e7c1b2e64|LQD|Liquidity Network|liquidity-network|CRYPTO|2022|https://liquidity.network/|0xD29F0b5b3F50b07Fe9a9511F7d86F4f4bAc3f8c4
b7c1e3d0df6845ceaa33d0b19d9f599a|PRIX|Privatix||CRYPTO|2018|https://privatix.io/|
b814711c6e3d4464aa270d050b994054|RCN|Ripio Credit Network|ripio-credit-network|CRYPTO|2022|https://ripiocredit.network/|0xf970b8e36e23f7fc3fd752eea86f8be8d83375a6
b81a3bbd332b46fc8762a8038d9013c8|FAIR|FairGame|fairgame|CRYPTO|2022|https://fair.game/|0x9b20dabcec77f6289113e61893f7beefaeb1990a
b83aeff302974b7db2510c70ab90dd74|AWC|Atomic Wallet Coin|atomic-wallet-coin|CRYPTO|2022|https://atomicwallet.io/|0xad22f63404f7305e4713ccbd4f296f34770513f4
b8434467a1df4919b5c2cdf058b4c1cb|HPY|Hyper-Pay||CRYPTO|2018|http://hyperpay.tech/|
b849306ea5824a15a7730c61349b6f20|UC|YouLive Coin|youlive-coin|CRYPTO|2022|http://www.youlive.io/|0xF84df2db2C87dd650641f8904aF71EbFC3ddE0Ea
b85832ae695f4ec0b7a843480b4561a3|KNC|Kyber Network|kyber-network|CRYPTO|2022|https://etherscan.io/token/KyberNetwork|0xdd974d5c2e2928dea5f71b9825b8b646686bd200
b86c5f3d5e2f49e4b38d9015b49eb811|AST|AirSwap|airswap|CRYPTO|2022|https://www.airswap.io/|0x27054b13b1b798b345b591a4d22e6562d47ea75a
b8a078a85b404b35a05324e54b1f1ef8|OXY|Oxygen|oxygen|CRYPTO|2022|https://www.oxygen.org/|
b8e4f3c0a5774406b341426ed5d2cbad|JNB|Jinbi Token|jinbi-token|CRYPTO|2022|https://jinbitoken.io/|0x21d5a14e625d767ce6b7a167491c2d18e0785fda
b8e745dc43e64d5792ece28e39c897f7|ZEN|Horizen|horizen|CRYPTO|2022|https://zencash.io/|
b90fd2185d8f4cf29f4f57448e5389b5|VDX|Vodi X|vodi-x|CRYPTO|2022|https://vodix.io/|0x91e64f39c1fe14492e8fdf5a8b0f305bd218c8a1
b926911ba70a40cb9780db27081010d3|STU|bitJob|bitjob|CRYPTO|2022|https://bitjob.io/|0x0371a82e4a9d0a4312f3ee2ac9c6958512891372
b96cb78a65104c74bd171568636e3c76|GTC|Game|game|CRYPTO|2022|http://game.com/#/home|0xB70835D7822eBB9426B56543E391846C107bd32C
b9733c952384498fb469bbd7bbac5fe0|BTO|Bottos|bottos|CRYPTO|2022|https://www.bottos.org/|0x36905fc93280f52362a1cbab151f25dc46742fb5
b974a57c7f744c93b7fbe2b328b88048|RGT|Rari Governance Token|rari-governance-token|CRYPTO|2022|https://www.rari.capital/|0xD291E7a03283640FDc51b121aC401383A46cC623
b986038888ff4fd1891015ffe4c8fb73|KYD|Cayman Islands Dollar|cayman-islands-dollar|FIAT|2022||
b98e91fe8ad3467982b7d70f67d74f2f|ELF|aelf|aelf|CRYPTO|2022|http://aelf.io/|0xbf2179859fc6D5BEE9Bf9158632Dc51678a4100e
b9aa041613ab4a57ad033895e146021b|EZ|EasyFi|easyfi|CRYPTO|2022|https://easyfi.network/|
b9ba3f2043ea4366b0747add9783cb58|ATM|Atletico De Madrid Fan Token|atletico-madrid|CRYPTO|2022|https://www.atleticodemadrid.com/|
b9d29d1f57934197a31414ca6b614071|MCAP|MCAP||CRYPTO|2018|https://bitcoingrowthfund.com/mcap|
b9d657e76a434d1b8a7c1c5c9aabcbb8|EGP|Egyptian Pound|egyptian-pound|FIAT|2022||
b9e7035424384d26b759d50028bac894|PTP|Platypus Finance|platypus-finance|CRYPTO|2022|https://platypus.finance/|
ba2235f5d58944c497a4fa93472fff21|DRGN|Dragonchain|dragonchain|CRYPTO|2022|https://dragonchain.com/|0x419c4db4b9e25d6db2ad9691ccb832c8d9fda05e
ba25bce46ba948b7833b9555677c5623|MOB|MobileCoin|mobilecoin|CRYPTO|2022|https://mobilecoin.com/|
ba34a7df959b4f3091f431a79add3aff|AURY|Aurory|aurory|CRYPTO|2022|https://aurory.io/|AURYydfxJib1ZkTir1Jn1J9ECYUtjb6rKQVmtYaixWPP
ba35214ef3e84b238288f03752d38338|LINA|Lina|lina|CRYPTO|2022|https://lina.review/|0xc05d14442a510de4d3d71a3d316585aa0ce32b50
ba37d031920147188a9213477537f1ef|BOLT|Bolt|bolt|CRYPTO|2022|https://bolt.global/|0xd5930c307d7395ff807f2921f12c5eb82131a789
ba595c4473e7427da3a38f1974473f00|FPIS|Frax Price Index Share|frax-price-index-share|CRYPTO|2022|https://app.frax.finance/|
ba59f1ce7ed149699f6a47335eefcfb1|RPD|Rapids|rapids|CRYPTO|2022|https://www.rapidsnetwork.io/|0x4bf4f2ea258bf5cb69e9dc0ddb4a7a46a7c10c53
ba679e8a483041bcbc9bc181f84fb7c3|THC|HempCoin|hempcoin|CRYPTO|2022|http://hempcoin.org/|
ba8bbaf2287c44c991a1b5809f7f8d9a|PPP|PayPie|paypie|CRYPTO|2022|https://www.paypie.com/|0xc42209aCcC14029c1012fB5680D95fBd6036E2a0
ba9f3d174d91435d978a742def299f9c|FREC|Freyrchain||CRYPTO|2018|http://www.freyrchain.org/en/|
baa8501c2b8a4a9d93598572ddba68e2|LOCI|LOCIcoin||CRYPTO|2018|https://locipro.com/|
babdb50b50034874afe99a91551c453c|ZP|Zen-Protocol||CRYPTO|2018|https://www.zenprotocol.com/|
bad0e813b7ad454aa5be0099b63af027|SPT|Spectrum|spectrum|CRYPTO|2022|https://spectrum-token.com/|0x01cc4151fe5f00efb8df2f90ff833725d3a482a3
bae6411c60114c0381d867d5195d482f|KARMA|Karma|karma-eos|CRYPTO|2022|https://www.karmaapp.io/|
bb0bb222323c44fbad07c508f127a96e|AC|AsiaCoin||CRYPTO|2018|http://www.thecoin.asia/|
bb2214ef603a4e09b57315564695f19f|CSM|Crust Shadow|crust-shadow|CRYPTO|2022|https://crust.network/|
bb419f469def41e68753f735704de795|SBR|Saber|saber|CRYPTO|2022|https://saber.so/|
bb64140b016047aeadfab20a74cb8dbc|GMCN|GambleCoin||CRYPTO|2018|https://gamblecoin.fun/|
bba9571074d24515b36fba95d9a24d65|DG|Decentral Games|decentral-games|CRYPTO|2022|https://decentral.games/|0x4b520c812e8430659fc9f12f6d0c39026c83588d
bbabbae723f84a94a083c480715ead84|OP|Optimism|optimism|CRYPTO|2022|https://app.optimism.io/governance|
bbdd72a5673e4edb96c3dbd470b29167|ZMN|ZMINE||CRYPTO|2018|https://zmine.com/|
bbf5643fc7fa44fab5936861f0a871cb|OWN|OwnData|owndata|CRYPTO|2022|https://owndata.network/|0x170b275ced089fffaebfe927f445a350ed9160dc
bbf92ce8eb754357afc8c9cbaf0e47e4|CORE|cVault.finance|cvaultfinance|CRYPTO|2022|https://www.cvault.finance/|
bbf9d6c70028424cb62a6b1d1c5af211|BTXC|Bettex-Coin||CRYPTO|2018|https://www.bettex.bet/|
bc3d11436a084dc38ccc4dcf262c574e|OLMP|Olympic||CRYPTO|2018|https://olympcoin.io/|
bc7273d9aae947b4978aa9d58eb27844|QUICK|Quickswap|quickswap|CRYPTO|2022|https://quickswap.exchange/|0x6c28aef8977c9b773996d0e8376d2ee379446f2f
bc772156c5904b21a23ee39f2b73e5e3|KMD|Komodo|komodo|CRYPTO|2022|https://komodoplatform.com/|
bc835de5657445558c78a87300007e79|ARS|Argentine Peso|argentine-peso|FIAT|2022||
bca35cfe623f424aafaabfa531bc5ec2|GRLC|Garlicoin|garlicoin|CRYPTO|2022|https://garlicoin.io/|
bcab45b3a0c34416a9a766692b862532|SAITO|Saito|saito|CRYPTO|2022|https://saito.io/|0xfa14fa6958401314851a17d6c5360ca29f74b57b
bccf25d2feb949768a96e5681cd306bc|QTL|Quatloo||CRYPTO|2018|http://quatloos.org/|
bcd6197e77834e1f8640bbc2e30234c5|RRC|RRChain||CRYPTO|2018|http://www.rrchain.network/|
bce6864e93394d7588dfb0309e814497|STRC|StarCredits||CRYPTO|2018|https://backto.earth/|
bd14c5129a7c4847b702c46e9e92e5df|ETG|Ethereum-Gold||CRYPTO|2018|https://ethereumgold.info/wp/|
bd1f1b6145cf4b90adcf007d03cdd8c5|XSN|StakeNet|stakenet|CRYPTO|2022|https://xsncoin.io/|
bd1f5a7e84af47e39ff3dfa3da6f1a9d|GUE|GuerillaCoin||CRYPTO|2018|http://guerillacoin.com/|
bd2aee2b9ff84018b65c3efbc05d63ab|VRA|Verasity|verasity|CRYPTO|2022|https://www.verasity.io/|0xf411903cbc70a74d22900a5de66a2dda66507255
bd2bea7a26e24f8bbbef0fa9a13b4e3d|HNST|Honest|honest|CRYPTO|2022|https://honestmining.com/|
bd44ead81b974c9ebbc1f71535192da2|GHC|GamerholicCoin||CRYPTO|2018|https://gamerholic.com|
bd485b5ebb1944268835ac0cbf6c3b0f|ADL|Adelphoi||CRYPTO|2018|https://www.adelphoi.io/|
bd4c68b712544fb8a7701392d31363c8|XCPO|Copico||CRYPTO|2018|https://www.copico.io/|
bd539c82fac6441da300352a50826a65|SISA|SISA||CRYPTO|2018|https://sisa.fund/|
bd79436553bb4eacb5609d25f591b3ef|MMK|Myanma Kyat|myanma-kyat|FIAT|2022||
bdb675c3b5af4ce797ea9cadadc03769|BTCA|Bitair||CRYPTO|2018|https://bitair.io/|
bdd2a950bcd84a3596e695be076b4f99|XNV|Nerva|nerva|CRYPTO|2022|https://getnerva.org/|
bdd61385dedd4497a573942936295c68|INTER|Inter Milan Fan Token|inter-milan-fan-token|CRYPTO|2022|https://socios.com|
bddae8a309bd4650893c85eb25bdf8a4|EBC|EBCoin||CRYPTO|2018|https://ebcoin.io/|
bdde8e8bce7746f8bf2d0340bdbc94d9|ETT|EncryptoTel||CRYPTO|2018|https://encryptotel.com/|
bde436b1624f4d9a81b66a3981b27082|CURE|CureCoin|curecoin|CRYPTO|2022|https://www.curecoin.net/|
bdf51459654945328a65fe36b111cf4f|SPINDLE|Spindle||CRYPTO|2018|https://spindle.zone/en/|
be2269e9dd594132952767e8a3494d95|AXEL|AXEL|axel|CRYPTO|2022|https://axel.network/|
be2bcf5e584d40d69c7969ab17a0c08a|EWT|Energy Web Token|energy-web-token|CRYPTO|2022|https://www.energyweb.org/|
be346fb31969419ea1de9cc3089f5bc8|USDS|StableUSD|stableusd|CRYPTO|2022|https://www.stably.io/|0xa4bdb11dc0a2bec88d24a3aa1e6bb17201112ebe
be35b60dbe2d4eaca4e0bbfee829e5b2|W3C|W3Coin||CRYPTO|2018|https://w3coin.net/|
be43d210b4504128a01d05827b273895|OG|OG Fan Token|og-fan-token|CRYPTO|2022|https://ogs.gg/|
be686665a51746eaa22b1bbe8adb0e19|CPAY|Cryptopay|cryptopay|CRYPTO|2022|https://cryptopay.me/|0x0ebb614204e47c09b6c3feb9aaecad8ee060e23e
be68b582233f4ce1bab86238738e1442|LYD|Libyan Dinar|libyan-dinar|FIAT|2022||
be724f771d0140f0980c01a91e488695|CARE|CareBit||CRYPTO|2018|https://carebit.org/|
be78e00c20f64c59a263cc315688722c|FMF|Formosa-Financial-Token||CRYPTO|2018|https://www.formosa.financial/|
be79e71b10084d1b9c12748b01af4cad|WMT|World Mobile Token|world-mobile-token|CRYPTO|2022|https://worldmobiletoken.com/|
be86067cb29b499fa609436a53231602|JRT|Jarvis Reward Token|jarvis-reward-token|CRYPTO|2022|https://jarvis.network/|0x8a9c67fee641579deba04928c4bc45f66e26343a
be86fbf6d7f943ca827f076d4edab7c7|OPC|OP-Coin||CRYPTO|2018|http://opcoin.info/|
bea7b5bbdde44ebf8ba3a8ad334e6a68|ILC|ILCoin|ilcoin|CRYPTO|2022|https://ilcoincrypto.com/#/|
beaf54eb251e4392ba8c4b49a5082120|MTC|Docademic|docademic|CRYPTO|2022|https://mtc.docademic.com/|0x905E337c6c8645263D3521205Aa37bf4d034e745
beba3723c4bc4bb29f12ec51608555d0|EEK|Estonian Kroon||FIAT|2018||
bed41521c2c041479ef8775de65f242e|ISR|Isracoin||CRYPTO|2018|http://www.isracoin.org/|
bee3f606891e457cb59928f66ebebb5f|LKR|Sri Lankan Rupee|sri-lankan-rupee|FIAT|2022||
bf43c7fb601e41b096f134fad269cb13|XMR|Monero|monero|CRYPTO|2022|http://www.monero.cc/|
bf4ad67d3cf04863b0300a366e8802ba|LEEK|Leekico||CRYPTO|2018|https://www.leekico.com/|
bf5421f559ea4e90914bda89e384df37|LINK|ChainLink|chainlink|CRYPTO|2022|https://link.smartcontract.com/|0x514910771af9ca656af840dff83e8264ecf986ca
bf5f768cb49a4644a7e92dd0b0601f37|EBST|eBoost|eboost|CRYPTO|2022|http://www.eboost.info/|
bf70bf5fc79b42d59819ba035c22ee6e|TOPC|TopChain|topchain|CRYPTO|2022|http://www.topc.io/|0x1b6c5864375b34af3ff5bd2e5f40bc425b4a8d79
bf896e649b084393b9c60b34553c5afd|SDC|ShadowCash||CRYPTO|2018|http://www.shadowcoin.co/|
bf8ce4a90b6f45748c39f1689a0eda5a|PXC|Pixie-Coin||CRYPTO|2018|http://www.pixiecoin.io/index.html|
bfbc70abab4e4e2d98557a7023277fef|BUSD|Binance USD|binance-usd|CRYPTO|2022|https://www.paxos.com/busd/|0x4Fabb145d64652a948d72533023f6E7A623C7C53
bfc44729808f4c888abe5a113bde3547|LXT|Litex|litex|CRYPTO|2022|http://litex.io/|0xbc46d9961a3932f7d6b64abfdec80c1816c4b835
bfc4ed19816d48a78ebc39ed2c8b48b5|RWF|Rwandan Franc|rwandan-franc|FIAT|2022||
bfe835da4ffb46beb502b335b82e8608|OPCX|Over-Powered-Coin||CRYPTO|2018|https://overpoweredcoin.com/|
c02b2b6ce8d8443f8bd473331229b875|USDD|USDD|usdd|CRYPTO|2022|https://usdd.io/|
c031757c0347480394197a16dd6535cb|GRS|Groestlcoin|groestlcoin|CRYPTO|2022|https://www.groestlcoin.org/|
c05df4b20cac4675841bb0de72ff39cb|BEAM|BEAM|beam|CRYPTO|2022|https://www.beam.mw/|
c06d8d4ba10d45a69bd432c5b7e31e42|TOSC|T.OS|t-os|CRYPTO|2022|https://www.tosblock.com/|
c07a9e6f6f314117aec02910a632d3ab|DGS|Dragonglass||CRYPTO|2018|https://dragonglass.com/|
c0ad21ba9e5645e98a9922c240b8b465|DNA|EncrypGen|encrypgen|CRYPTO|2022|https://encrypgen.com/|0xef6344de1fcfc5f48c30234c16c1389e8cdc572c
c0bc2b124dc140c697dc60b3c3c7a944|SUKU|SUKU|suku|CRYPTO|2022|https://www.suku.world/|0x0763fdCCF1aE541A5961815C0872A8c5Bc6DE4d7
c0cde29d858944ccaf09948aae6a9e09|SAC|Smart-Application-Chain||CRYPTO|2018|https://www.sachain.net/|
c0d2877647d648c899e47e6e06e52678|XAF|CFA Franc BEAC|cfa-franc-beac|FIAT|2022||
c0d574b98da34fba811ebb9500b0572b|AMBER|AmberCoin||CRYPTO|2018|http://ambercoin.info/|
c0d91fc3953e4ff0a89c07c327e8059e|NEXO|Nexo|nexo|CRYPTO|2022|https://nexo.io/|0xb62132e35a6c13ee1ee0f84dc5d40bad8d815206
c0f281ac1c5847cf9bccf3504570a23e|TRTL|Turtlecoin|turtlecoin|CRYPTO|2022|https://turtlecoin.lol/|
c14b92165414434badc6d0a116269cae|BAAS|BaaSid|baasid|CRYPTO|2022|https://www.baasid.com/#token|0x3e65e1eefde5ea7ccfc9a9a1634abe90f32262f8
c167705f928141c395919cef142f798f|BTM|Bytom|bytom|CRYPTO|2022|https://bytom.io/|
c1890cf35f6146ccb7b66efb6a162dd1|CREA|Crea|crea|CRYPTO|2022|https://creaproject.io/crea-en/|
c18c749e13b04ea3b5efdc4631363c32|GARI|Gari Network|gari-network|CRYPTO|2022|https://gari.network/|CKaKtYvz6dKPyMvYq9Rh3UBrnNqYZAyd7iF4hJtjUvks
c18cc02b0a614b098a5bf22ac37e987b|LCC|Litecoin Cash|litecoin-cash|CRYPTO|2022|https://litecoinca.sh/|
c1aa02be1b7d47c5bc068b21b7186c9e|PCX|ChainX|chainx|CRYPTO|2022|https://chainx.org/|
c1bfd5b99eb044718d97de928dd3b67c|IDH|indaHash|indahash|CRYPTO|2022|https://indahash.com/|0x5136C98A80811C3f46bDda8B5c4555CFd9f812F0
c205132f64a14f8687b82ae539df46e2|TFL|TrueFlip|trueflip|CRYPTO|2022|https://trueflip.io/|0xa7f976C360ebBeD4465c2855684D1AAE5271eFa9
c22a952ec7484f2db348bada5c35bb7e|SYNX|Syndicate||CRYPTO|2018|http://www.synx.online/|
c22b2ec36dc740a382b7e159544e481b|POWR|Power Ledger|power-ledger|CRYPTO|2022|https://powerledger.io/|0x595832f8fc6bf59c85c527fec3740a1b7a361269
c2667e8437bc4f20a77d25e9b4b2e604|BFF|BffDoom||CRYPTO|2018|https://www.bffdoom.com/|
c26a23dc30a14526b2fd56d21e6c2c23|J8T|JET8||CRYPTO|2018|https://jet8.io/|
c27699e2b75542f5be32b24d30297ee4|LLT|LLToken||CRYPTO|2018|https://www.lltoken.com/|
c28af221f3c84faa89fda2b0626e0587|EUROC|Euro Coin|euro-coin|CRYPTO|2022|https://www.circle.com/|
c28dff55523f4411bf8e0609f458ebe1|JNT|Jibrel-Network||CRYPTO|2018|https://jibrel.network/|
c29156a0745049c09ae39c7c161bbac1|AC|ACoconut|acoconut|CRYPTO|2022|http://acoconut.fi/|0x9A0aBA393aac4dFbFf4333B06c407458002C6183
c2c512ffa30f49c1ad2594596fcb5ffd|VINU|Vita Inu|vita-inu|CRYPTO|2022|https://vitainu.org/|
c2ddee608d614c2c9250b57fd32df3a0|PLAY|HEROcoin|herocoin|CRYPTO|2022|https://www.herocoin.io/|0xe477292f1b3268687a29376116b0ed27a9c76170
c2e24a159cff4f13badbc445f6475293|SGR|Sugar-Exchange||CRYPTO|2018|http://sugarexchange.io/|
c2f30c27f9aa4518b1ef967d0717d640|SEFI|SEFI|sefi|CRYPTO|2022|https://www.secretswap.io/|0x773258b03c730f84af10dfcb1bfaa7487558b8ac
c2f8356a99da4c6484dc2d337ae2e46e|VGX|Voyager Token|voyager-token|CRYPTO|2022|https://www.ethos.io/|0x3c4b6e6e1ea3d4863700d7f76b36b7f3d3f13e3d
c2fa0aa1da7a457580618431e4368b47|SJCX|Storjcoin-X||CRYPTO|2018|http://storj.io/|
c3050b7bf374438ba4f3e8d6ab1cb7c9|NEW|Newton|newton|CRYPTO|2022|https://www.newtonproject.org/|
c31e875f9766413cbac25fe38165bc61|OTX|Octanox||CRYPTO|2018|https://octanox.org/|
c347d349cdb84c1e8817654a796eabb7|CZR|CanonChain||CRYPTO|2018|http://www.canonchain.com/|
c354809bf48a4c95acd9dcaa8126e271|MOBI|Mobius|mobius|CRYPTO|2022|https://mobius.network/|GA6HCMBLTZS5VYYBCATRBRZ3BZJMAFUDKYYF6AH6MVCMGWMRDNSWJPIH
c3676d67a46545369e483694057a4086|EUNO|EUNO|euno|CRYPTO|2022|https://www.euno.co/|
c3787db9684f42c9a2bc5256f9185438|ZIP|Zipper|zipper|CRYPTO|2022|http://zipper.io/|0xa9d2927d3a04309e008b6af6e2e282ae2952e7fd
c3cb9059f6d54acd8b5f7a5494a3e1ea|TDC|Trendercoin||CRYPTO|2018|https://trendercoin.com/|
c3cf2415f8c54a71b6e7105056e99d28|HERO|Hero|hero|CRYPTO|2022|https://herotoken.io/|0x10ba8c420e912bf07bedac03aa6908720db04e0c
c3fc781656af4730a214f45c11c980e5|DICE|Etheroll||CRYPTO|2018|https://etheroll.com/|
c402b0ab1b96492eac1c5e2d1723b59c|OMI|ECOMI|ecomi|CRYPTO|2022|https://www.ecomi.com/|
c42b9d3f00064b8fb86bdba12fb7578c|GHST|Aavegotchi|aavegotchi|CRYPTO|2022|https://www.aavegotchi.com/|0x3F382DbD960E3a9bbCeaE22651E88158d2791550
c43c3f4d44c543ecae458a14f294ecee|CRPT|Crypterium|crypterium|CRYPTO|2022|https://crypterium.com/|0x08389495d7456e1951ddf7c3a1314a4bfb646d8b
c4ad91afe7584db792c88519ed19d4e3|MOP|Macanese Pataca|macanese-pataca|FIAT|2022||
c4c670b4c3544fc490dcf9229c528cf5|DEW|DEW||CRYPTO|2018|https://dew.one|
c4d7d676f318410da0d4b7399e38080f|GIC|Giant||CRYPTO|2018|https://giantpay.network/|
c4e3e86f79144e88b024094399a6ff24|SDRN|Senderon||CRYPTO|2018|https://www.senderon.org/|
c4f3dc9756fa4ffaad18f77154898998|CELO|Celo|celo|CRYPTO|2022|https://celo.org/|
c51e3408e2ce41348596b5571c7b9c79|RAY|Raydium|raydium|CRYPTO|2022|https://raydium.io/|
c522621f4dd34908828f5bf39cd7a290|BRISE|Bitgert|bitgert|CRYPTO|2022|https://bitgert.com/|
c52fed6e4dc243eaa3f7f08317f41d38|LIFE|Lifetoken||CRYPTO|2018|https://token.lifelabs.io/|
c53cfa223abd41d19ef107841956d6b0|FOOD|FoodCoin||CRYPTO|2018|https://www.foodcoin.io/|
c5540b6d7f074dfbb62613fcdf72f0e9|CBK|Cobak Token|cobak-token|CRYPTO|2022|https://cobak.co.kr/|
c55e20563c4e4f5ab38a0d182f6128ea|BAM|Bosnia-Herzegovina Convertible Mark|bosnia-herzegovina-convertible-mark|FIAT|2022||
c574904d5401435eb20aa4f3c87fa95e|LAK|Laotian Kip|laotian-kip|FIAT|2022||
c5825afdd2a24ea1aa7c12bc58e9ed9f|UNO|Unobtanium|unobtanium|CRYPTO|2022|http://unobtanium.uno/|
c594e06109524495b973ee82c0adb52d|DGB|DigiByte|digibyte|CRYPTO|2022|http://www.digibyte.co/|
c5cdc74ee8f346f8b1e860d12da4b1cf|NKC|Nework||CRYPTO|2018|http://nework.pro/|
c61934c4c9e54296bf73a8c618e3a57b|FTX|FintruX Network|fintrux-network|CRYPTO|2022|https://www.fintrux.com/|0xd559f20296FF4895da39b5bd9ADd54b442596a61
c62806cd2df54fac8e14a2274b71b4b1|MKD|Macedonian Denar|macedonian-denar|FIAT|2022||
c63c34c91d994bd1bd694c961514c10c|SXDT|Spectre.ai Dividend Token|spectre-ai-dividend-token|CRYPTO|2022|https://www.spectre.ai/|0x12b306fa98f4cbb8d4457fdff3a0a0a56f07ccdf
c63fdf96ecfc4268bec1ea490288bb20|WDC|WorldCoin|worldcoin|CRYPTO|2022|http://www.worldcoinalliance.net/|
c661a634ba67429781c93b1b917b7bb8|1WO|1World|1world|CRYPTO|2022|https://ico.1worldonline.com/|0xfdbc1adc26f0f8f8606a5d63b7d3a3cd21c22b23
c6927fa224554de78aa328464b28b66a|EGX|Enegra|enegra|CRYPTO|2022|https://www.enegragroup.com/|
c6aa3f6decba47449117ae496c73d5ed|LEG|Legia Warsaw Fan Token|legia-warsaw-fan-token|CRYPTO|2022|https://socios.com|
c6ca71dbb68e405b800019c23026720d|GZE|GazeCoin Metaverse Token|gazecoin-metaverse-token|CRYPTO|2022|https://www.gazecoin.io/|0x4ac00f287f36a6aad655281fe1ca6798c9cb727b
c6ede23038674709920fc741f22c6cd7|BMC|Blackmoon Crypto|blackmoon-crypto|CRYPTO|2022|https://blackmoon.net/|0xdf6ef343350780bf8c3410bf062e0c015b1dd671
c726301235334bc4a01828c9eaf9f27e|NAV|NavCoin|navcoin|CRYPTO|2022|http://www.navcoin.org/|
c76206263f9b47d4ba61df2f9dc7ce38|DAX|Daex|daex|CRYPTO|2022|https://daex.io/|0x0b4bdc478791897274652dc15ef5c135cae61e60
c76e7e3290d84764a5d219434569fc6b|PKB|ParkByte||CRYPTO|2018|https://www.parkbyte.com/|
c7ad20d14aca4d7489621e5c498bfdd4|RSS3|RSS3|rss3|CRYPTO|2022|https://rss3.io/|
c7f13e4f01dc49209ba139d3f26d1bce|HOLO|Holo||CRYPTO|2018|https://holo.host/|
c8230f1c860a4bf3b8d056a636382920|CITY|Manchester City Fan Token|manchester-city-fan-token|CRYPTO|2022|https://socios.com|
c8459a8c3b3a443db869971d4c50c36d|QRL|Quantum Resistant Ledger|quantum-resistant-ledger|CRYPTO|2022|https://theqrl.org/|0x697beac28b09e122c4332d163985e8a73121b97f
c846dc0f64d647d89328886aae8043eb|ALCX|Alchemix|alchemix|CRYPTO|2022|https://alchemix.fi/|0xdbdb4d16eda451d0503b854cf79d55697f90c8df
c8a6c13f5e16441b9b957ab9fbf38af0|AMLT|AMLT Network|amlt-network|CRYPTO|2022|https://amlt.coinfirm.io/|0xca0e7269600d353f70b14ad118a49575455c0f2f
c8f45c7f62d5488aba707cff0c10de37|ROCO|ROIyal Coin|roiyal-coin|CRYPTO|2022|https://www.roiyalcoin.pro/|
c92ca2afddb64e0bbb972e98552fe5cc|ONE|Harmony|harmony|CRYPTO|2022|https://harmony.one/|ONE-5F9
c93f1f33241a4ce2a9f45ecf55e283e7|XXX|AdultChain||CRYPTO|2018|https://adultchain.xxx/|
c9830bc17d6d4a76a779a6ff456760b2|CHP|CoinPoker|coinpoker|CRYPTO|2022|https://coinpoker.com/|0xf3db7560e820834658b590c96234c333cd3d5e5e
c99dd713c78049dea37f521f3ced9c8d|DEGO|Dego Finance|dego-finance|CRYPTO|2022|https://dego.finance/|0x88ef27e69108b2633f8e1c184cc37940a075cc02
c9a411f0f4b34bd6ae94b9169907c089|EXCL|ExclusiveCoin|exclusivecoin|CRYPTO|2022|https://exclusivecoin.pw/|
c9c34bb1e4804882ba41e14b288bf5d3|MAID|MaidSafeCoin|maidsafecoin|CRYPTO|2022|http://www.safecoin.io/|3
c9c6d2fe87d04cd297c047fdc37cdccc|GSC|Global Social Chain|global-social-chain|CRYPTO|2022|https://www.gsc.social/|0x228ba514309ffdf03a81a205a6d040e429d6e80c
c9c88588bc084449a8f63834305786eb|GBPT|poundtoken|poundtoken|CRYPTO|2022|https://www.poundtoken.io/|
c9ca88ce24514435b370cd814039353f|FORK|Forkcoin||CRYPTO|2018|https://forkcoin.io/|
ca0e9d2994c64e0794171c081cfd982a|SWFTC|SwftCoin|swftcoin|CRYPTO|2022|http://www.swftcoin.com/|0x0bb217E40F8a5Cb79Adf04E1aAb60E5abd0dfC1e
ca1ed74d1a1e49dbb1a91f0d3393e4fb|WOZX|EFFORCE|efforce|CRYPTO|2022|https://www.efforce.io/|0x34950ff2b487d9e5282c5ab342d08a2f712eb79f
ca328117392c4924b69bc4b1809ac86e|HEGIC|Hegic|hegic|CRYPTO|2022|https://www.hegic.co/|0x584bc13c7d411c00c01a62e8019472de68768430
ca49e8ff2664410b9b69a2c65600bb59|XLM|Stellar|stellar|CRYPTO|2022|https://stellar.org|
cab4171e00854734acd8e1c8e607d780|BTM|Bitmark|bitmark|CRYPTO|2022|http://www.bitmark.io/|
cab52255ae5b4ce99eebe08e94f36171|NIM|Nimiq|nimiq|CRYPTO|2022|https://nimiq.com/en/|
caba67fa0af74712815c34f24bc79225|SNO|SaveNode|savenode|CRYPTO|2022|https://savenode.io/|
cad3a84b061b44efbc5a00c9e0303912|DERO|Dero|dero|CRYPTO|2022|https://dero.io/|
caeb5625a5a64cf9b359ba03c0ea9883|MCC|Moving-Cloud-Coin||CRYPTO|2018|http://www.mcblock.cn/|
cb0147974a1c4dd08ee9be35d0a9e52e|CAR|CarBlock||CRYPTO|2018|https://www.carblock.io/|
cb11d2bab6784e0d88c2d6e3ced07fc9|CREDO|Credo||CRYPTO|2018|https://bitbounce.com/credo|
cb73f6fcc9004634b1c86a967a7de105|IONX|Charged Particles|charged-particles|CRYPTO|2022|https://charged.fi/|0x02d3a27ac3f55d5d91fb0f52759842696a864217
cb7d8d87921e47e3acb9e863be16d585|WPR|WePower|wepower|CRYPTO|2022|https://wepower.network/|0x4CF488387F035FF08c371515562CBa712f9015d4
cb9d8badf9084ec3a876695b361dc978|CTSI|Cartesi|cartesi|CRYPTO|2022|https://cartesi.io/|0x491604c0fdf08347dd1fa4ee062a822a5dd06b5d
cba421e3b7db48939bdf2cd669d09de9|PCL|Peculium|peculium|CRYPTO|2022|https://cco.peculium.io/|0x0f02e27745e3b6e9e1310d19469e2b5d7b5ec99a
cbbf59d1def14888afebd3a6dbfd42f9|MOT|Olympus Labs|olympus-labs|CRYPTO|2022|https://olympuslabs.io/web|0x263c618480dbe35c300d8d5ecda19bbb986acaed
cbe581c8bf3b47d29862f840f0942b9c|STRK|Strike|strike|CRYPTO|2022|https://strike.org/|0x74232704659ef37c08995e386a2e26cc27a8d7b1
cbeaf6a882374751b2143f97da3845aa|GNF|Guinean Franc|guinean-franc|FIAT|2022||
cbf932036db24c25bc547a32190e3e8d|FOXT|Fox Trading|fox-trading|CRYPTO|2022|https://foxtrading.io/|0xfbe878ced08132bd8396988671b450793c44bc12
cc05b5af3a7f4e4889be76f8e0f28f3e|KEXCOIN|KexCoin||CRYPTO|2018|https://kexcoin.com/|
cc2a48fa3115414b859341eaf9e0b13c|HGT|HelloGold||CRYPTO|2018|https://www.hellogold.org/|
cc397bb740164b4dbffb7192b38e2b33|ONE|Menlo One|menlo-one|CRYPTO|2022|https://menlo.one/|0x4d807509aece24c0fa5a102b6a3b059ec6e14392
cc3a28d351fd4fcc98b49c11afbf323b|DDD|Scrf.info|scrf-info|CRYPTO|2022|https://home.scry.info/|0x9F5F3CFD7a32700C93F971637407ff17b91c7342
cc460e63548b47e4a8accdc758d8baaa|MOVR|Moonriver|moonriver|CRYPTO|2022|https://moonbeam.network/networks/moonriver/|
cc5792a2ac154fe3b6b922c94eac5bcf|INO|Ino Coin|ino-coin|CRYPTO|2022|https://inocoin.eu/|0xc9859fccc876e6b4b3c749c5d29ea04f48acb74f
cc6b704c0154432ea31bd101c33021b1|REV|Revain|revain|CRYPTO|2022|https://revain.org/|0x2ef52ed7de8c5ce03a4ef0efbe9b7450f2d7edc9
cc6d8ae8fb6e44218723563435bbc585|LYNX|Lynx||CRYPTO|2018|https://getlynx.io/|
cc9f1d58d67b4765a8a3ad83768bdb96|GGP|Guernsey Pound|guernsey-pound|FIAT|2022||
ccb43eac46db4ff9bbf43cf9453e4b15|BTBc|Bitbase||CRYPTO|2018|https://bitbase.io/|
ccbe1ce264bf4c8688a13f699b1e61c0|TRON|Positron||CRYPTO|2018|http://positron.ninja/|
ccbe941c423b441ea2af962c67da567b|OBT|Orbis-Token||CRYPTO|2018|https://www.orbismesh.com/|
ccc44498322c4b6e9977cb1eba92f463|NEO|NEO|neo|CRYPTO|2022|https://neo.org/|c56f33fc6ecfcd0c225c4ab356fee59390af8560be0e930faebe74a6daff7c9b
ccdab7a18dbd4491830522e16a890d00|GRX|Gold-Reward-Token||CRYPTO|2018|https://goldreward.io/|
cd1b4561cf694f05a76556065621f9fc|NCP|Newton Coin Project|newton-coin-project|CRYPTO|2022|https://www.newtoncoin.site/|
cd21653e56134ea99d90335f1d270b69|SDT|Stake DAO|stake-dao|CRYPTO|2022|https://stakedao.org/|0x73968b9a57c6e53d41345fd57a6e6ae27d6cdb2f
cd42c3cd9c6b4e66b8a7f415f2b3d01a|IOTA|IOTA|iota|CRYPTO|2022|https://iota.org/|
cd73272ee6b54ec7a6c009e4487ed9d4|BCV|BitCapitalVendor|bitcoincapitalvendortoken|CRYPTO|2022|https://www.bitcv.com/|0x1014613e2b3cbc4d575054d4982e580d9b99d7b1
cd87804fafb0404fa9044d2c9037af08|REI|REI Network|rei-network|CRYPTO|2022|https://rei.network/|
cd8e1200a91c44aa9465873370b85d74|XFC|FootballCoin|footballcoin|CRYPTO|2022|https://www.footballcoin.io/|
cd90154450ac473594549f1eaac64c40|EVI|Evimeria||CRYPTO|2018|https://evimeria.io/|
cd90a9346cd244118c619a5c4bdf5b96|VEST|VestChain|vestchain|CRYPTO|2022|https://vestchain.io/|0x37f04d2c3ae075fad5483bb918491f656b12bdb6
cdb782d064ab44e18de5c912fda8d1fa|GAS|Gas|gas|CRYPTO|2022|https://neo.org/|602c79718b16e442de58778e148d0b1084e3b2dffd5de6b7b16cee7969282de7
cdbb34dd056140369c3e38e3cfd991f1|THS|TechShares||CRYPTO|2018|http://www.techsharescommunity.com/|
cdc7fbf0a39a4332a18a6a74cd1201db|FOTA|Fortuna|fortuna|CRYPTO|2022|https://www.fota.top/|0x4270bb238f6dd8b1c3ca01f96ca65b2647c06d3c
cdeb30a6bb424e26966d3f5c59e04921|0xBTC|0xBitcoin|0xbitcoin|CRYPTO|2022|https://0xbitcoin.org/|0xb6ed7644c69416d67b522e20bc294a9a9b405b31
cdf723a924b0441ea0e0c4c88bd06f06|SEER|SEER||CRYPTO|2018|https://www.seer.best/index-en.html|
cdf78253d2db43b796a79f0699423ff8|BAR|Titanium-Blockchain||CRYPTO|2018|https://tbis.io/|
cdfb6dcb4b0941b1b107646e8893ea91|KNT|Kora-Network-Token||CRYPTO|2018|https://kora.network/|
ce054090b5994407b89318bd22b3fbaa|CAD|Canadian Dollar|canadian-dollar|FIAT|2022||
ce075ebdbe514749a1c3e656d2990cef|NPER|NPER||CRYPTO|2018|https://nper.io/En|
ce11fcf430514127b17376e4e0373a26|NMR|Numeraire|numeraire|CRYPTO|2022|https://numer.ai/|0x1776e1f26f98b1a5df9cd347953a26dd3cb46671
ce17f3d7fe5645a794fd13645612745b|VPN|VPNCoin||CRYPTO|2018|http://www.bitnet.cc/|
ce1a13f483964da3b220f76ba4e011e6|WIT|WITChain|witchain|CRYPTO|2022|http://www.witchain.org/|0xe13ef257cf4d5df928ca11d230427c037666d466
ce23042a5f6b419b8cd8a072ff6996d1|FRAX|Frax Finance|frax-finance|CRYPTO|2022|https://frax.finance/|0x853d955acef822db058eb8505911ed77f175b99e
ce4d3e80d5764a56ae1793c41b415a9f|ITL|Italian Lira|italian-lira|CRYPTO|2022|https://www.italianlira.ws/|0x122A86b5DFF2D085AfB49600b4cd7375D0d94A5f
ce562eae88994326b382e60369d66fd6|NXTV|NXTventure||CRYPTO|2018|https://nxtforum.org/nxtventures/nxtventure-the-way-for-the-most|
ce5d7a57f09a417db6c01a5e960ca7db|APL|Apollo|apollo|CRYPTO|2022|https://www.apollocurrency.com/|
ce5f5839b55e4a728f6e64793f14f7ca|FLOW|Flow|flow|CRYPTO|2022|https://www.onflow.org/|
ce6085886c92469ba71a79d2899ebc02|AXPR|aXpire|axpire|CRYPTO|2022|https://www.axpire.io/|
ce613ac51e9949e0b342b940299f65de|AFN|Afghan Afghani|afghan-afghani|FIAT|2022||
ce6d8c11b8e247f5b916ac3ecdf2e491|FTXT|Futurax|futurax|CRYPTO|2022|https://www.futurax.global/|0x41875c2332b0877cdfaa699b641402b7d4642c32
ce6dd365d72543e3a47ca3f55b61cf1a|STK|STK-Token||CRYPTO|2018|https://stktoken.com/|
ce729149a13a4872938fa53d537d59d3|SLP|Smooth Love Potion|small-love-potion|CRYPTO|2022|https://axieinfinity.com/|0xcc8fa225d80b9c7d42f96e9570156c65d6caaa25
ce9ee6377c154910b9af6f11648a4990|FRM|Ferrum Network|ferrum-network|CRYPTO|2022|https://ferrum.network/|0xe5caef4af8780e59df925470b050fb23c43ca68c
ced63a57c91c40ebbfb927baa2bf0515|IFP|Infinipay||CRYPTO|2018|https://www.infinipay.co/|
cedcc31f8a8c4cbda898e5f8afaa7014|BEE|Bee-Token||CRYPTO|2018|https://www.beetoken.com/|
cef9b99b82cb4b9b992dc01ddbe70983|DART|DarexTravel||CRYPTO|2018|https://token.darextravel.com/|
cefe27b308e34cd9ab359588d9913600|TOWER|TOWER|tower-token|CRYPTO|2022|https://www.crazydefenseheroes.com/|
cf1350acafdb4064807dbce96a6ff4a5|DIT|Direct-Insurance-Token||CRYPTO|2018|https://inmediate.io/|
cf1a4cbcd05c4d7b9ae3ad3184bc044e|HDAC|Hdac||CRYPTO|2018|https://www.hdactech.com/en/index.do|
cf2db9a4b9104610be630ebf4145cc8b|LIVE|Live-Starr||CRYPTO|2018|https://livestars.io/|
cf6845be46034782a2bdc53f6c6efa74|MWAT|Restart Energy MWAT|restart-energy-mwat|CRYPTO|2022|https://restartenergy.io/|0x6425c6be902d692ae2db752b3c268afadb099d3b
cf6c5cec82394cdca97c14df90d810d1|SNR|Sonder|sonder|CRYPTO|2022|https://sonder.vision/|0x47d1a59cbdd19aee060c859c0009277e245328ae
cf88027c6ab44b058bc2f6f697ce448c|WTN|WaleToken|waletoken|CRYPTO|2022|https://waletoken.com/|0x0ea984e789302b7b612147e4e4144e64f21425eb
cf9e974691b247d8924cb465fcdb080a|PLURA|PluraCoin|pluracoin|CRYPTO|2022|https://pluracoin.org/|
cfc993f8095046d098edb018540817b7|KNOW|Know||CRYPTO|2018|https://kryptono.exchange/k/accounts/home|
cfd3e896285b4e5b972a7626c1027ade|CLB|Cloudbric|cloudbric|CRYPTO|2022|https://www.cloudbric.io/|0xb1c1cb8c7c1992dba24e628bf7d38e71dad46aeb
cff8cd9e2f7c41e690dca1f51837f06b|CAPP|Cappasity|cappasity|CRYPTO|2022|https://artoken.io/|0x11613b1f840bb5a40f8866d857e24da126b79d73
d00f498979c440d4b2254784e7549737|AIOZ|AIOZ Network|aioz-network|CRYPTO|2022|https://aioz.network/|0x626e8036deb333b408be468f951bdb42433cbf18
d013a6e6792f46cea9228c25d6969481|BTG|Bitcoin Gold|bitcoin-gold|CRYPTO|2022|https://bitcoingold.org/|
d01a2a14add34cf4aa06c4df22d0719c|TMC|Timicoin||CRYPTO|2018|https://timicoin.io/|
d02071228abc42389dd7a584c527b18e|PRG|Paragon|paragon|CRYPTO|2022|https://paragoncoin.com/|0x7728dFEF5aBd468669EB7f9b48A7f70a501eD29D
d025d0ca56aa4a33a00179c80c67e2bc|NTC|Natcoin||CRYPTO|2018|https://natcoin.io/|
d02739bebacc4865abf8f91e99dc60fe|CTXC|Cortex|cortex|CRYPTO|2022|http://www.cortexlabs.ai/|0xea11755ae41d889ceec39a63e6ff75a02bc1c00d
d02a5c333792415c88d7ddb2214a3372|YOOSHI|YooShi|yooshi|CRYPTO|2022|https://yooshi.io/|0x02ff5065692783374947393723dba9599e59f591
d0992451057644e09dcadc79694d8355|VIDYA|Vidya|vidya|CRYPTO|2022|https://team3d.io/|0x3d3d35bb9bec23b06ca00fe472b50e7a4c692c30
d0a83c42211c42c5a7fc58c147d69685|GOT|GoNetwork|gonetwork|CRYPTO|2022|https://gonetwork.co/index.html|0x423b5f62b328d0d6d44870f4eee316befa0b2df5
d0ac27046b2c42adad63622e096cb8bc|CQT|Covalent|covalent-cqt|CRYPTO|2022|https://www.covalenthq.com/|
d0dd0aca330d4243878b6a758f317913|WAN|Wanchain|wanchain|CRYPTO|2022|https://wanchain.org/|
d102303987834eb588a4a2e88e989d21|HQT|HyperQuant|hyperquant|CRYPTO|2022|https://hyperquant.net/en|0x3e1d5a855ad9d948373ae68e4fe1f094612b1322
d10d3474b5c34148935c382298339cf4|KUMA|Kuma Inu|kuma-inu|CRYPTO|2022|https://www.kumatoken.com/|0x48c276e8d03813224bb1e55f953adb6d02fd3e02
d110a94fd5924254a7ec7213f42d6ddd|KRW|South Korean Won|south-korean-won|FIAT|2022||
d11d7e1e14334460bbcb8c74eb20010b|PLR|Pillar|pillar|CRYPTO|2022|https://pillarproject.io/|0xe3818504c1b32bf1557b16c238b2e01fd3149c17
d12d10bd55af44bb8c29dcb0faee6ce6|ZAP|Zap||CRYPTO|2018|https://www.zap.store/|
d1581eab44fe472588720199d8e21185|TEL|Telcoin|telcoin|CRYPTO|2022|https://www.telco.in/|0x467Bccd9d29f223BcE8043b84E8C8B282827790F
d16fa48e6902472c8ba44f9e059e6050|KBR|Kubera-Coin||CRYPTO|2018|https://kuberacoin.com/|
d173f85de1e54b39b008b5e92cd3f7d4|SEAL|Seal-Network||CRYPTO|2018|https://seal.network/|
d1a900e4c59a4cdc9d9110cbb70f15ba|FOAM|Foam|foam|CRYPTO|2022|https://www.foam.space/|0x4946fcea7c692606e8908002e55a582af44ac121
d1b2534fd3204344b86758422cec4067|BUT|BitUP|bitup|CRYPTO|2022|https://bitup.com/|0xb2e260f12406c401874ecc960893c0f74cd6afcd
d1e4b1824699464782f41361b44aa9f6|EOSDAC|eosDAC|eosdac|CRYPTO|2022|https://eosdac.io/|0x7e9e431a0b8c4d532c745b1043c7fa29a48d4fba
d1f01914846549c588da1d63a74ddad7|BITUSD|BitUSD|bitusd|CRYPTO|2022|https://bitshares.openledger.info|
d23d9ab131e84ba1846e4c35323ce5af|RACA|Radio Caca|radio-caca|CRYPTO|2022|https://www.radiocaca.com/|0x12bb890508c125661e03b09ec06e404bc9289040
d266e5c42af9410199d798a71cdd3a6f|VRS|Veros||CRYPTO|2018|https://veros.pro/|
d26aa07b793c46cdbd6da27834315730|GETX|Guaranteed-Ethurance-Token-Extra||CRYPTO|2018|https://inschain.io/index-2.html|
d2b8ea019bcb402f891def349f75af9e|SEELE|Seele|seele|CRYPTO|2022|http://seele.pro/#/index|0xb1e93236ab6073fdac58ada5564897177d4bcc43
d2ba1e02ffa247f4a6552e66b42447e0|RTL|Rentledger||CRYPTO|2018|https://rentledger.io/|
d2beebb8278f489e9442f43605f39d93|OWC|Oduwa Coin|oduwa-coin|CRYPTO|2022|https://oduwacoin.io/|
d2c17375ab1145feabb44957d44ceea8|ROUND|Round||CRYPTO|2018|http://roundcoin.org/|
d2cd1030a3914072ad6023bf5a9e5e2e|DCTO|Decentralized Crypto Token|decentralized-crypto-token|CRYPTO|2022|https://www.dctoproject.org/|0x9ccbd05d4d25c745d49f5e6bf17e09113eb4c769
d2d8c919d7a64828ba97c6193762ce9e|BRL|Brazilian Real|brazilian-real|FIAT|2022||
d2da7028accb440dbb9cd08d87694776|DCT|DECENT||CRYPTO|2018|https://decent.ch/|
d2ef9f3bae9f4d959b37e71e9e2008b6|IOV|CarLive-Chain||CRYPTO|2018|https://www.carlive.io/iov/en/|
d2f45c1765f64d308b5104d2c30eef9b|ITC|IoT Chain|iot-chain|CRYPTO|2022|https://iotchain.io/|0x5e6b6d9abad9093fdc861ea1600eba1b355cd940
d2fbfb821098421894da7fdc151c9bf9|VIPS|Vipstar|vipstar|CRYPTO|2022|https://www.vipstarcoin.jp/en/|
d30c539251c14ee09c9482973348a026|ECHT|e-Chat|e-chat|CRYPTO|2022|https://echat.io/|0x1a2277c83930b7a64c3e3d5544eaa8c4f946b1b7
d31154a1f6f24cc69d6318ac99f07fb5|NEOS|NeosCoin||CRYPTO|2018|http://www.getneos.com/|
d313059b884c40a7b6b6df68a1cbd346|DENT|Dent|dent|CRYPTO|2022|https://www.dentcoin.com/|0x3597bfd533a99c9aa083587b074434e61eb0a258
d31ced67b0a343118c66b63809c38666|CGG|Chain Guardians|chain-guardians|CRYPTO|2022|https://chainguardians.io/|0x1fe24f25b1cf609b9c4e7e12d802e3640dfa5e43
d33584e292634a8aab6dde864fb82157|CHEESE|Cheese|cheese|CRYPTO|2022|https://cheeseswap.network/|
d336f1b9166248efab5859c7e04a624d|ABL|Airbloc|airbloc|CRYPTO|2022|https://www.airbloc.org/|0xf8b358b3397a8ea5464f8cc753645d42e14b79ea
d34923105c70452a93c2c1acb95f76bb|DTA|Data|data|CRYPTO|2022|http://data.eco/|0x69b148395ce0015c13e36bffbad63f49ef874e03
d34c2f6e9c234b69804caf05a14b9662|XC|XCurrency||CRYPTO|2018|http://www.x11coin.org/|
d34f9be49e55459b92ac698d5cfeccae|MORPH|Morpheus-Network||CRYPTO|2018|https://morpheus.network/|
d3a12ba1cd004ee0885d19769fd79f6d|KPW|North Korean Won|north-korean-won|FIAT|2022||
d3b0bcd04ada414282755bb521867490|HAND|ShowHand|showhand|CRYPTO|2022|https://www.showhand.io/|0x48c1b2f3efa85fbafb2ab951bf4ba860a08cdbb7
d3c4fd76e5c84e1999445c853f45a376|OCEAN|Ocean Protocol|ocean-protocol|CRYPTO|2022|https://oceanprotocol.com/|0x967da4048cd07ab37855c090aaf366e4ce1b9f48
d3daabd37f91486a87f196214e3da4b8|EGEM|EtherGem|ethergem|CRYPTO|2022|https://egem.io/|
d3e08160a9b34ea9b4534dd5c73a97e3|JUP|Jupiter|jupiter|CRYPTO|2022|https://www.jup.io/|
d3f29b0a032f4c4b884ae2ed93aee79c|NCOV|CoronaCoin|coronacoin|CRYPTO|2022|https://coronatoken.org/|0xb80112e516dabcac6ab4665f1bd650996403156c
d436903d47534cf38ee2cc59f0d6204f|EBTC|eBTC||CRYPTO|2018|https://www.ebtc.io/|
d43c0383093945b7b2f7db24552f1696|XIN|Mixin|mixin|CRYPTO|2022|https://mixin.one/|
d44335e8af944014bdb166aef55ec766|OLT|OneLedger|oneledger|CRYPTO|2022|https://oneledger.io/#home|0x64a60493d888728cf42616e034a0dfeae38efcf0
d44bb40b659b4fd2850cae9d3105c4cc|READ|Read||CRYPTO|2018|https://read.io/|
d4517e1bd74d4101928769c077cc23e0|CRAVE|Crave||CRYPTO|2018|https://bitcointalk.org/index.php?topic=997356.0|
d46ad3dc211246d2b70574ee2558b43b|FTI|FansTime|fanstime|CRYPTO|2022|https://fanstime.org/english.html|0x943ed852dadb5c3938ecdc6883718df8142de4c8
d46df9e668aa4e12b68a08f3553c4a1a|ELC|ElectionChain||CRYPTO|2018|https://www.electionchain.com/|
d46f3dd916674fd79a1218f225325027|CNNS|CNNS|cnns|CRYPTO|2022|https://cnns.io/|0x6c3be406174349cfa4501654313d97e6a31072e1
d4b41dcb24924c4d96cd29d9151b9697|EMC2|Einsteinium|einsteinium|CRYPTO|2022|https://www.emc2.foundation/|
d50b37227b40461881cfdb705fc90349|GENE|Parkgene|parkgene|CRYPTO|2022|https://parkgene.io/|0x6dd4e4aad29a40edd6a409b9c1625186c9855b4d
d52703d92c814b219bb75ca9eed995ef|HAVY|Havy|havy|CRYPTO|2022|https://www.havy.io/|0x7c2e5b7ec572199d3841f6a38f7d4868bd0798f1
d540b8c20da7469b811451566d345ef6|ORS|ORS-Token||CRYPTO|2018|https://www.orsgroup.io/|
d5583479f59245fc842dca2b718f37dd|MINA|Mina Protocol|mina-protocol|CRYPTO|2022|https://minaprotocol.com/|
d56448ffc6394d629c9bea8274cd8764|ALBT|AllianceBlock|allianceblock|CRYPTO|2022|https://allianceblock.io/|0x00a8b738E453fFd858a7edf03bcCfe20412f0Eb0
d57aae73184b497089fd7074bd030949|MIC|Mindexcoin||CRYPTO|2018|https://mindexcoin.com/|
d59077caba044f8da5d64206d914f62b|FLOKI|Floki Inu|floki-inu|CRYPTO|2022|https://www.floki.com/|
d593885a2f89426680e203359eff0d25|DDX|DerivaDAO|derivadao|CRYPTO|2022|https://derivadex.com/|0x3a880652f47bfaa771908c07dd8673a787daed3a
d594df0fbe904610a4502028b9d78890|ZEC|Zcash|zcash|CRYPTO|2022|https://z.cash/|
d5ad225990bc49b48c1313aed8a2075e|XMRG|Monero-Gold||CRYPTO|2018|https://monero-gold.org/|
d5da2bf3f44a4be5bcc04d5002f402c7|VSYS|V Systems|v-systems|CRYPTO|2022|https://www.v.systems/|
d5e4dbbc6de44b3ba6745880259b550f|FNKOS|FNKOS-Token||CRYPTO|2018|https://www.foglink.io/en/|
d62deafcafc14139975b001d0333a8f1|INF|InfChain||CRYPTO|2018|http://www.infchain.com/index-en.html|
d65dab6c51ac4c2f841fbc2a17ec7b3c|BITCLAVE|BitClave||CRYPTO|2018|https://www.bitclave.com/en/|
d68d599e7e884bdaa28eaac2f914690a|VTHO|VeThor-Token||CRYPTO|2018|https://www.vechain.org/|
d6a2896359b6481ca5184dca13de08f1|YOC|Yocoin|yocoin|CRYPTO|2022|http://www.yocoin.org/|
d6b395f8d2b847c68e40d6a84e7120ce|DAC|Davinci Coin|davinci-coin|CRYPTO|2022|https://www.davinci.vision/|0xaad54c9f27b876d2538455dda69207279ff673a5
d6bf61e2b9844d559076649a86cbfa4b|BWK|Bulwark||CRYPTO|2018|https://bulwarkcrypto.com/|
d6c23e2b863144a1943e6a67d72f8881|MRK|Mark||CRYPTO|2018|https://mark.space/|
d6d0d19a69e24e4f99c17bd44cf32cca|LKK|Lykke|lykke|CRYPTO|2022|https://www.lykke.com/|AXkedGbAH1XGDpAypVzA5eyjegX4FaCnvM
d6e16143af784bd8b2233371c7cdbe48|OGN|Origin Protocol|origin-protocol|CRYPTO|2022|https://www.originprotocol.com/en/|0x8207c1ffc5b6804f6024322ccf34f29c3541ae26
d6f3f31832d4404fac2e44012f9a3db4|KLN|Kolion||CRYPTO|2018|http://kolionovo.org/en/|
d6ffdc6ea54945b6a80e114d7a9cfcb9|DATA|Streamr DATAcoin|streamr-datacoin|CRYPTO|2022|https://www.streamr.com/|0x0cf0ee63788a0849fe5297f3407f701e122cc023
d713ffe3330e474f8e24f6565c209ede|KAR|KarpelesCoin||CRYPTO|2018||
d715b2b938234f83afc2bed367ab04bc|NEOG|Neo-Gold||CRYPTO|2018|https://neo-gold.com/|
d73347d6f4884cddac619c48192e88cc|STRAX|Stratis|stratis|CRYPTO|2022|http://stratisplatform.com/|
d76b8870d949441faf457648833f98eb|XAS|Asch|asch|CRYPTO|2022|https://www.asch.so/|
d77d24030497423b8a1756b9656a3508|TJS|Tajikistani Somoni|tajikistani-somoni|FIAT|2022||
d787f462873349d882d0fe5637de937a|GHX|GamerCoin|gamercoin|CRYPTO|2022|https://gamerhash.io/|0x728f30fa2f100742c7949d1961804fa8e0b1387d
d7a409eec99f4cbdb990a321322c77d1|SWT|Swarm City|swarm-city|CRYPTO|2022|https://swarm.city/|0xb9e7f8568e08d5659f5d29c4997173d84cdf2607
d7c25959ca904ce18252962a30963837|GBYTE|Obyte|byteball|CRYPTO|2022|https://obyte.org/|
d7c90f246b7f442a91ee63302261a382|TTT|TrustNote||CRYPTO|2018|https://trustnote.org/|
d7d75f229058494697941d147113e3cd|XXIN|Infinity-Economics||CRYPTO|2018|http://www.infinity-economics.org/|
d7ec9474d15e4525b1e491d17941ccf2|FEI|Fei Protocol|fei-protocol|CRYPTO|2022|https://fei.money/|0x956F47F50A910163D8BF957Cf5846D573E7f87CA
d8140b2724a54494809b6346a8bad362|DOE|Dogs Of Elon|dogs-of-elon|CRYPTO|2022|https://dogsofelon.io/|
d837df8d8e68455187f441053c9ea4cd|BZX|BitcoinZero|bitcoinzero|CRYPTO|2022|https://www.bitcoinzerox.net/|
d84709d5070b49a49a4a5f27cabf6c7b|GET|Themis|themis|CRYPTO|2022|https://themis.network/|0x60c68a87be1e8a84144b543aacfa77199cd3d024
d8473fb96cb743eba6fac6f212d4b1fb|TOS|ThingsOperatingSystem|thingsoperatingsystem|CRYPTO|2022|http://www.toschain.org/|0xfb5a551374b656c6e39787b1d3a03feab7f3a98e
d84928dba1974caa8319c91bbe18c571|XTZ|Tezos|tezos|CRYPTO|2022|https://www.tezos.com/|
d84d2b45696c43f6a6898d46f62cde72|WAXP|Wax Token|wax-token|CRYPTO|2022|https://wax.io/|
d88717cfa1de477d9c93543ca2d4fef1|ETZ|Ether Zero|ether-zero|CRYPTO|2022|https://etherzero.org|
d8a7d8f0d8cf4e61a7ec321ae8b48ee5|LSK|Lisk|lisk|CRYPTO|2022|https://lisk.io/|
d8ce4ecfadde4c34bde04863147e151d|INV|Inverse Finance|inverse-finance|CRYPTO|2022|https://inverse.finance/|
d8dd26e076054987a39c34ad572a05ec|ALI|AiLink Token|ailink-token|CRYPTO|2022|http://ailink.in/pc.html|0x4289c043a12392f1027307fb58272d8ebd853912
d8fbf41214db4588b60c4bf7099ead80|HYC|HYCON|hycon|CRYPTO|2022|https://hycon.io/|
d932d850578d46a9a6be9d97b314504e|MNC|Maincoin|maincoin|CRYPTO|2022|https://maincoin.money/|0x9f0f1be08591ab7d990faf910b38ed5d60e4d5bf
d95060a13f834a999a5cd37902e08310|MATIC|Polygon|polygon|CRYPTO|2022|https://matic.network/|0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0
d96303b38e084811a71d919dccdd29be|MYR|Malaysian Ringgit|malaysian-ringgit|FIAT|2022||
d96d2bd1af354523a8b599265fab4d85|ARNX|Aeron|aeron|CRYPTO|2022|https://aeron.aero/|
d9ab0861c9714699af48a06e21ba9fdf|PKT|Playkey|playkey|CRYPTO|2022|https://playkey.io/en/|0x2604fa406be957e542beb89e6754fcde6815e83f
d9c12ea58eca40e9b1b7693bfe5c8ea6|NTY|Nexty||CRYPTO|2018|https://nexty.io/|
d9c17e64fab9416a8d293cd9e9e8c637|FTN|Fountain|fountain|CRYPTO|2022|https://fountainhub.com/en/index.html|
d9fbbe1029aa4bd484fa17c000b057a0|SZL|Swazi Lilangeni|swazi-lilangeni|FIAT|2022||
da0b62c701f44b0c85cb7cb309dc05f6|IPBC|Interplanetary-Broadcast-Coin||CRYPTO|2018|https://ipbc.io/|
da1493d6093c45028efa25304449ca3e|RKN|Rakon|rakon|CRYPTO|2022|https://rkntoken.io/|
da398d9a532d401eb2b9eb7715f8ad77|ERO|Eroscoin|eroscoin|CRYPTO|2022|https://eroscoin.org/|0x74ceda77281b339142a36817fa5f9e29412bab85
da771e68c437481386fdb253a33b8821|C8|Carboneum||CRYPTO|2018|https://www.carboneum.io/|
da8521c4982346e9b571d91608fc6d03|QI|BENQI|benqi|CRYPTO|2022|https://benqi.fi/|
da95aa2633734c31bc88ee6abb25f3a5|SDN|Shiden Network|shiden-network|CRYPTO|2022|https://shiden.astar.network/|
da9652c2d3564cd1ae38b0853b92fbdc|CLT|CoinLoan|coinloan|CRYPTO|2022|https://coinloan.io/|
dab34bc578554c678c18896cb1b519d9|VEE|BLOCKv|blockv|CRYPTO|2022|https://blockv.io/|0x340d2bde5eb28c1eed91b2f790723e3b160613b7
dabef98a9e214729a7c14402dc933ee6|RFR|Refereum|refereum|CRYPTO|2022|https://refereum.com/|0xd0929d411954c47438dc1d871dd6081f5c5e149c
daf0f6b1411341519c603b050893f6b0|UCN|UChain||CRYPTO|2018|https://uchain.world/|
daf10bff6817468a845fd8e131b693dc|TNB|Time New Bank|time-new-bank|CRYPTO|2022|https://tnb.fund/|0xf7920b0768ecb20a123fac32311d07d193381d6f
daf9f645b8324859bdf42a833571ab90|BAND|Band Protocol|band-protocol|CRYPTO|2022|https://bandprotocol.com/|0xba11d00c5f74255f56a5e366f4f77f5a186d7f55
db13324022fd4018bcd360c819d8e38d|SXP|Swipe|swipe|CRYPTO|2022|https://swipe.io/token|0x8ce9137d39326ad0cd6491fb5cc0cba0e089b6a9
db29482d67de46018ae483943bd30ef8|TIC|Thingschain|thingschain|CRYPTO|2022|https://thingschain.network/|0x72430a612adc007c50e3b6946dbb1bb0fd3101d1
db57b75a724c46d38c11afadb9ed962f|MOAC|MOAC||CRYPTO|2018|http://moac.io/|
db73322992ec4c7cb2f2de787e2e9fb3|CNY|Chinese Yuan|chinese-yuan|FIAT|2022||
dba923e3f1ff4238a019f80f08e9efb2|POLL|ClearPoll||CRYPTO|2018|https://www.clearpoll.io/|
dbcf1d85c41248ac951cb95d72946dee|ATA|Automata|automata|CRYPTO|2022|https://www.ata.network/|
dbec893b43634a48a5e93ba45538aacd|MNY|Monkey||CRYPTO|2018|https://www.monkey.capital/|
dbfb5d3a78424c6992e44e68b03fb4e7|ZMW|Zambian Kwacha|zambian-kwacha|FIAT|2022||
dbfee71959d54409b2bf356c6c30fcfc|MER|Mercury|mercury|CRYPTO|2022|https://www.darcr.us/products/mercury/|HzfaJp8YQWLvQG4FkUxq2Q7iYWMYQ2k8UF89vVJAjWPj
dc2a5986e08f4b94bdb545d0ed2aa1e1|ORAI|Oraichain Token|oraichain-token|CRYPTO|2022|https://orai.io/|0x4c11249814f11b9346808179cf06e71ac328c1b5
dc3bab19d86645e59364f9144ea817ce|LGD|More Coin|more-coin|CRYPTO|2022|https://www.legendsroom.vegas/|0x305de070488c8469dfac957226c9c900c4bfba22
dc4e66d85c2d4229966e357897a922be|OMG|OMG Network|omg-network|CRYPTO|2022|https://omg.omise.co/|0xd26114cd6EE289AccF82350c8d8487fedB8A0C07
dc57150866f84680a796d5f4c0490d96|AGVC|AgaveCoin|agavecoin|CRYPTO|2022|https://www.agavecoin.org/|0x8b79656FC38a04044E495e22fAD747126ca305C4
dc8c6c5ecbca4809a7d1606246186be0|RZR|Razor||CRYPTO|2018|http://razorco.in/|
dc8fe6054d354d5aa5d2ed325c51a554|FLOT|FireLotto|firelotto|CRYPTO|2022|https://firelotto.io/|0x049399a6b048d52971f7d122ae21a1532722285f
dc932a8aeb534c2e80e1d119a8fdf907|INV|Invacio|invacio|CRYPTO|2022|https://www.invacio.com/|0xece83617db208ad255ad4f45daf81e25137535bb
dc9aac70874f4c7e8eb66420891f744d|SFU|Saifu||CRYPTO|2018|https://saifu.ai/|
dc9b59dd75204a56b98ad4184f165217|ASTRAFER|Astrafer|astrafer|CRYPTO|2022|https://phantomgalaxies.com/|
dcaa77f618434ffdbb8f32d83eff40dc|XGS|GenesisX|genesisx|CRYPTO|2022|https://genesisx.net/|
dcb4dab829884eeebd5b9996a1b93493|CVNT|Conscious Value Network|content-value-network|CRYPTO|2022|http://cvn.io/|
dcc82b5369734ff7a7941f027fc8eb91|BZRX|bZx Protocol|bzx-protocol|CRYPTO|2022|https://bzx.network/|0x56d811088235F11C8920698a204A5010a788f4b3
dd07c9e6919141f1882033aedae40f46|XAI|AICoin|aicoin|CRYPTO|2022|https://aicoin.io/|
dd086b05447249e48532872d84c23859|MBOX|MOBOX|mobox|CRYPTO|2022|https://www.mobox.io/|0x3203c9e46ca618c8c1ce5dc67e7e9d75f5da2377
dd3f73ad7f9b4108bf08f2523b7b8f66|GOG|Guild of Guardians|guild-of-guardians|CRYPTO|2022|https://www.guildofguardians.com/|
dd4bceb2d3b64026894b0c2984f88d1d|PRIV|PRiVCY|privcy|CRYPTO|2022|https://privcy.eu/|
dd70af08da3f4ec19bafab0fa88a17cb|NSD|Nasdacoin|nasdacoin|CRYPTO|2022|https://nasdacoin.io/|
dd739b09cae6488697a08b0f6abc0c43|XMX|XMax|xmax|CRYPTO|2022|https://www.xmx.com/|0x0f8c45b896784a1e408526b9300519ef8660209c
dd7a51140ed142a7bcc3469c9b0e8e88|BLOC|Bloc.Money|bloc-money|CRYPTO|2022|https://bloc.money/|
dd7c7ffde0cc4a22bc28cc884e29cf7f|STX|Stox|stox|CRYPTO|2022|https://www.stox.com/en/|0x006BeA43Baa3f7A6f765F14f10A1a1b08334EF45
ddcd2bbfdf53485f9af977c244e41cad|OMC|Omnicoin||CRYPTO|2018|http://www.hackforums.net/forumdisplay.php?fid=310|
ddcdc17617694c27aeb26c670b82e15d|CRE|Cybereits||CRYPTO|2018|https://cybereits.com/|
de2b3ce9f8204b388940e825886e4c37|AM|Aston Martin Cognizant Fan Token|aston-martin-cognizant-fan-token|CRYPTO|2022|https://www.socios.com|
de4cf8db28164022ac370ab6dadd93c3|LFW|Legend of Fantasy War|legend-of-fantasy-war|CRYPTO|2022|https://legendfantasywar.com/|
de53d2c2373946c1a41daf6df84cfa2f|FINE|Refinable|refinable|CRYPTO|2022|https://refinable.com/|
de642bdfaece4ec482219f0681740657|UST|Ultra-Salescloud||CRYPTO|2018|http://www.ust.top/|
de6a0a3e7fde4f02b8056eae046624e8|GEL|Georgian Lari|georgian-lari|FIAT|2022||
de8eb63fefd347d4a872345249ebde95|RKT|The Rock Token|the-rock-token|CRYPTO|2022|https://gbx.gi/|0x106aa49295b525fcf959aa75ec3f7dcbf5352f1c
de93ef160be04ac3b1e7229304a77fb7|BUNNY|BunnyToken|bunnytoken|CRYPTO|2022|https://bunnytoken.com/|0x755eb14d2feff2939eb3026f5cad9d03775b9ff4
de99e18f1c064c5e970279d63035aeca|BIX|Bibox Token|bibox-token|CRYPTO|2022|https://www.bibox.com/|0x009c43b42aefac590c719e971020575974122803
dea416eec42b41038185c768ea9013c9|XWC|WhiteCoin|whitecoin|CRYPTO|2022|http://whitecoin.info|
debb8a1487e64a5580d2e2583400b044|NUSD|Nomin-USD||CRYPTO|2018|https://havven.io/|
dec30bbc60c54fe2939d4772dc680317|ORBS|Orbs|orbs|CRYPTO|2022|https://www.orbs.com/|0xff56cc6b1e6ded347aa0b7676c85ab0b3d08b0fa
dec7004d94aa480eb600e12adc1540cf|NPX|NapoleonX|napoleonx|CRYPTO|2022|https://napoleonx.ai/|0x28b5e12cce51f15594b0b91d5b5adaa70f684a02
decb14f483fd42fd88728f920ca4d217|QCH|QChi|qchi|CRYPTO|2022|http://qchi.mobi/|0x687bfc3e73f6af55f0ccca8450114d107e781a0e
ded92c8934e34aa9b8c25ad51230fc3f|BURST|Burstcoin||CRYPTO|2018|https://www.burst-coin.org/|
ded99ec0a42945829523a93592a48eef|PLEX|MinePlex|mineplex|CRYPTO|2022|https://mineplex.io/|
dedb3788242e49f6b4c684aff089c67a|XTRD|XTRD||CRYPTO|2018|https://xtrd.io/|
dee1bc62962048b48e25341b06bf95a8|ENTS|Eunomia|eunomia|CRYPTO|2022|https://ent.zone/|0x0f612a09ead55bb81b6534e80ed5a21bf0a27b16
df0776b292ee4f18be013d4b518cd56e|HXRO|Hxro|hxro|CRYPTO|2022|https://www.hxro.io/|0x4bd70556ae3f8a6ec6c4080a0c327b24325438f3
df19429f3fb94c78ae8afb44e2fbc465|INT|Internet Node Token|internet-node-token|CRYPTO|2022|https://intchain.io/|0x0b76544f6c413a555f309bf76260d1e02377c02a
df5a0987543444f5bd67fc01b55751b0|CVX|Convex Finance|convex-finance|CRYPTO|2022|https://www.convexfinance.com/|
df7818a5903044c299c0dbe47fa770ec|FBC|Fibocoins||CRYPTO|2018|http://www.fibocoinsico.org/index_en.html|
dfbfed345fd44558a4b9d7283d8c5df8|XLQ|ALQO|alqo|CRYPTO|2022|https://alqo.org|
dff33676abcb4caca9ec0af10d5a46ae|TLM|Alien Worlds|alien-worlds|CRYPTO|2022|https://alienworlds.io/|
e0028433e1d246e883377f72ec061e79|AAB|AAX Token|aax-token|CRYPTO|2022|https://aab.aax.com/en/|0x686c650dbcfeaa75d09b883621ad810f5952bd5d
e0326d9e6a2d4c56a8d8e494417a961d|LNC|Blocklancer||CRYPTO|2018|https://blocklancer.net/|
e0355b9719924712af573460729f1e70|CVE|Cape Verdean Escudo|cape-verdean-escudo|FIAT|2022||
e07f3609e45e45a9b37b8fff98bcd53e|BZD|Belize Dollar|belize-dollar|FIAT|2022||
e0941c59ca2f4428b35a67746568bf96|ZER|ZeroVert||CRYPTO|2018|https://bitcointalk.org/index.php?topic=846471.0|
e095f4cb070741eb8895618bef76b71c|LEASH|Doge Killer|doge-killer|CRYPTO|2022|https://www.shibatoken.com/|0x27c70cd1946795b66be9d954418546998b546634
e097d53407f04c15baa028252805c7c8|HAV|Havven||CRYPTO|2018|https://havven.io/|
e0bba8923e6b49a6ba84c4a84d0be1dd|BHPC|BHPCash|bhpcash|CRYPTO|2022|https://bhpcash.io/bhpc/index.html|0xee74110fb5a1007b06282e0de5d73a61bf41d9cd
e0c280b3b4cf40129e0814a816ef2c9c|LTC|Litecoin|litecoin|CRYPTO|2022|https://litecoin.org/|
e0d15176187346cabcf4c05d8ce680cc|RYZ|ANRYZE||CRYPTO|2018|https://anryze.com/|
e0f3b372a073458a9bde4d88bb4cd879|OCTO|OctoFi|octofi|CRYPTO|2022|https://octo.fi/|0x7240aC91f01233BaAf8b064248E80feaA5912BA3
e16776752ccb4fcdb7b01c807f5cf1e6|SPD|Stipend|stipend|CRYPTO|2022|https://stipend.me/|
e1d00e067eeb467c9b8f56eaeee56f3d|PWV|Wavebase||CRYPTO|2018|https://peoplewaveico.io/|
e1ebadc127bd4a6c8b74679c6e8f95a1|YAMV2|YAMv2|yamv2|CRYPTO|2022|https://yam.finance/|0xaba8cac6866b83ae4eec97dd07ed254282f6ad8a
e221ee15a65d4d958ea08547b76f55e5|EJOY|EJOY||CRYPTO|2018|http://www.ejoy.world/|
e244fd6d1f4f4225b18b5f090275cb22|GNO|Gnosis|gnosis|CRYPTO|2022|https://gnosis.pm/|0x6810e776880C02933D47DB1b9fc05908e5386b96
e29f30420e0d419db9b6716adddcb371|ZAR|South African Rand|south-african-rand|FIAT|2022||
e2a564bf4fcf4fa28409e47a4666b542|SYN|Synapse|synapse|CRYPTO|2022|https://synapseprotocol.com/|
e2a650f96a9940f697287e71f4c065bc|TKS|Tokes|tokes|CRYPTO|2022|https://tokes.io/|BDMRyZsmDZpgKhdM7fUTknKcUbVVkDpMcqEj31PUzjMy
e2ae75dca5d64392a9c6650b2f063a18|NOTE|DNotes|dnotes|CRYPTO|2022|http://dnotescoin.com/|
e2b4c619d9ff42c9a35e39fae34dfaae|RBMC|Rubex-Money||CRYPTO|2018|https://www.rubexmoney.com/|
e2f53727d1ac42ca815afa799b36ab69|STMX|StormX|stormx|CRYPTO|2022|https://stormx.io/|0xbE9375C6a420D2eEB258962efB95551A5b722803
e31fdfaffe0b46e5bf23cb9dabe0b2c0|AVL|Aston Villa Fan Token|aston-villa-fan-token|CRYPTO|2022|https://socios.com|
e328c15db36142e2ad0677d3e6bbaac6|WINGS|Wings|wings|CRYPTO|2022|https://wings.ai/|0x667088b212ce3d06a1b553a7221E1fD19000d9aF
e33588e8f7cf40298db4e73d1c7047d9|ICR|InterCrone||CRYPTO|2018|https://www.intercrone.com/|
e33cfb88002349b88577e79cefae9683|IVY|Ivy|ivy|CRYPTO|2022|https://www.ivykoin.com/|0xA4eA687A2A7F29cF2dc66B39c68e4411C0D00C49
e363d973b0884679a6e2d2deaa9f478b|SHOP|Shopin||CRYPTO|2018|https://tokensale.shopin.com/|
e366e0b6e4fb4207ba0f4980e8ac5611|KZC|Kzcash||CRYPTO|2018|https://unitedcryptocommunity.com/|
e38c0da0e6f44aaebc53843b83554244|NEX|Nash Exchange|nash-exchange|CRYPTO|2022|https://nash.io/|0xe2dc070524a6e305ddb64d8513dc444b6a1ec845
e3ceb741120a4b34af1ff58e81057e6f|YOU|YOUChain|youchain|CRYPTO|2022|http://youchain.cc/|0x34364BEe11607b1963d66BCA665FDE93fCA666a8
e3d447efe58243aa928ea8d1cb1c6a00|FND|FundRequest||CRYPTO|2018|https://fundrequest.io/|
e3e10096c7944573be3c6ceb8d9dc826|PIPL|PiplCoin||CRYPTO|2018|https://piplcoin.com/|
e3e31205873b49338da631c8514f9c6e|EZT|EZToken||CRYPTO|2018|https://ico.ezpos.io/|
e3e559f8b696453b8d4722af06b7a121|PTC|Pesetacoin||CRYPTO|2018|http://pesetacoin.info/|
e3fbb136f5eb4b96874e2c25ca2ede0a|ALL|Alliance Fan Token|alliance-fan-token|CRYPTO|2022|https://www.socios.com|
e41e23d54ee94fe6a4d6341c43c99ff5|EARTH|Earth-Token||CRYPTO|2018|https://earth-token.com/|
e4c543af45d340dd97179ada0863909d|UTK|UTrust|utrust|CRYPTO|2022|https://utrust.io/|0xdc9ac3c20d1ed0b540df9b1fedc10039df13f99c
e4d9588c54574bb0b88c698c448bad0e|MNE|Minereum|minereum|CRYPTO|2022|https://www.minereum.com/|0x426ca1ea2406c07d75db9585f22781c096e3d0e0
e4ecf4860d8246f2abb137e804db2825|BNANA|Chimpion|chimpion|CRYPTO|2022|https://www.chimpion.io/|0x07ef9e82721ac16809d24dafbe1792ce01654db4
e55e814763b3418f88d8d11ca8787c87|CTK|CertiK|certik|CRYPTO|2022|https://certik.foundation/|
e585c3f2ef5f4591a588de72770476e4|BIFI|BitcoinFile|bitcoinfile|CRYPTO|2022|https://www.bitcoinfile.org|
e5900d1674944318bdef0a80921f8f63|SPRKL|Sparkle|sparkle|CRYPTO|2022|https://sparklemobile.io/|0x4b7ad3a56810032782afce12d7d27122bdb96eff
e593240aedbf49199a91d7215ca6b97d|VEF|Venezuelan Bolívar Fuerte|venezuelan-bolivar-fuerte|FIAT|2022||
e5aac84442c84ccd85dcb47a5e2894bd|SUR|Suretly|suretly|CRYPTO|2022|https://www.suretly.com/|0xe120c1ecbfdfea7f0a8f0ee30063491e8c26fedf
e5ca944a10a247658a7fcf2b7dccc123|BWT|Bittwatt||CRYPTO|2018|https://ico.bittwatt.com/|
e5d6ee069b95465b81f8dd156cb42e64|HYB|HybridBlock||CRYPTO|2018|https://hybridblock.io/|
e5e0e793786540fd83ceb958190b184f|ATL|Atlant|atlant|CRYPTO|2022|https://atlant.io/|0x78b7fada55a64dd895d8c8c35779dd8b67fa8a05
e5e8c7dcbf2d41118db8fe459659f95b|EGCC|Engine Chain Coin|engine-chain-coin|CRYPTO|2022|https://www.egcchain.com/|0xaf8a215e81faea7c180ce22b72483525121813bd
e631d731939c44d78793aee8de003755|OMNI|Omni|omni|CRYPTO|2022|http://www.omnilayer.org/|1
e6453d2908374f629986a4ea6446cf68|TCAT|The Currency Analytics|the-currency-analytics|CRYPTO|2022|https://thecurrencyanalytics.com/tcat-token/|0xaff84e86d72edb971341a6a66eb2da209446fa14
e6a501d20cd1475caf6ecf5ffe8e3d69|BZNT|Bezant|bezant|CRYPTO|2022|https://bezant.io/|0xe1aee98495365fc179699c1bb3e761fa716bee62
e6b61ceaae0448fea168d97e7898de07|FID|BITFID||CRYPTO|2018|https://www.bitfid.com/|
e6b6f278009442b98f24e4ea8a9c2038|ABYSS|The Abyss|the-abyss|CRYPTO|2022|https://www.theabyss.com/|0x0e8d6b471e332f140e7d9dbb99e5e3822f728da6
e6c2da02add54248acee364053ce7664|LATX|Latium|latium|CRYPTO|2022|https://latium.org/|0x2f85e502a988af76f7ee6d83b7db8d6c0a823bf9
e70483a270d84198ac32475d3bf4e5e3|MKR|Maker|maker|CRYPTO|2022|https://makerdao.com/|0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2
e72d5e02b8cd4e52ad4daa5e15914ccf|TORN|Tornado Cash|tornado-cash|CRYPTO|2022|https://tornado.cash/|
e72f97e735184ca8adda505d806e0289|SURE|inSure DeFi|insure-defi|CRYPTO|2022|https://insuretoken.net/|
e73cd8bd20dc4ac9bee8638f0b4d5bd7|ANT|Aragon|aragon|CRYPTO|2022|https://aragon.one/|0xa117000000f279d81a1d3cc75430faa017fa5a2e
e769c421588f459ab1670b854261f46c|UMA|Universal Market Access|universal-market-access|CRYPTO|2022|https://umaproject.org/|0x04Fa0d235C4abf4BcF4787aF4CF447DE572eF828
e76a756a583a42efbba2ff1a1f7f74ab|RVT|Rivetz|rivetz|CRYPTO|2022|https://rivetzintl.com/|0x3d1ba9be9f66b8ee101911bc36d3fb562eac2244
e77b9824126a418ea69ca2e682578e94|USD|United States Dollar|united-states-dollar|FIAT|2022||
e796e893ec7c47a38920b53589377386|BTCD|BitcoinDark||CRYPTO|2018|http://www.bitcoindark.org|
e7a440c532924450a68be386effcf8d9|GNR|Gainer-Coin||CRYPTO|2018|http://www.gainercoin.com/|
e7acbaed908741509e9b4d710d73e3b0|ATS|Authorship||CRYPTO|2018|http://authorship.com/|
e7d52135686345cbb120e2788f228750|UZS|Uzbekistan Som|uzbekistan-som|FIAT|2022||
e7f7427f482a400ba0e8a5090fdf217a|MSD|MSD||CRYPTO|2018|https://mymsdspace.com/landing/en|
e807428bc7a747028382b61a71172614|FIL|Filecoin|filecoin|CRYPTO|2022|https://filecoin.io/|
e8249545a9dc45e6992598998226eb9e|XGOT|GOToken|gotoken|CRYPTO|2022|https://parkingo.io/en/|0x613fa2a6e6daa70c659060e86ba1443d2679c9d7
e84a26c29d414d9d98cee9a4ffee9ed1|XBS|BitStake||CRYPTO|2018|https://bitstake.info|
e84b168e94ff48c2a94ee829c443a9f7|HEX|HEX|hex|CRYPTO|2022|https://hex.win/|0x2b591e99afe9f32eaa6214f7b7629768c40eeb39
e85a1df59def4a76a753b11a045d2d19|KLKS|Kalkulus|kalkulus|CRYPTO|2022|http://kalkulus.trade/|
e877c29c2f644938bd343733553475fc|HIT|HitChain|hitchain|CRYPTO|2022|http://hitchain.org/index.html|0x7995ab36bB307Afa6A683C24a25d90Dc1Ea83566
e8a2875fdb894e988fda6a3f03260e9c|XSV|Symbol changed||CRYPTO|2018||
e8be1ed59e6b4a53a648b47ba22d25db|MC|Merit Circle|merit-circle|CRYPTO|2022|https://www.meritcircle.io/|0x949D48EcA67b17269629c7194F4b727d4Ef9E5d6
e8c174bdd33249b0b2532727a333069b|ESHIP|EliteShipperToken||CRYPTO|2018|https://eliteshippertoken.org/|
e8e1bb1b326d4c128f599ab29a6ae30b|LPT|Livepeer|livepeer|CRYPTO|2022|https://livepeer.org/|0x58b6a8a3302369daec383334672404ee733ab239
e8f497712166456b8e9b01ab4ce1b896|CBT|CommerceBlock||CRYPTO|2018|https://www.commerceblock.com/|
e8f6666ca76e4d768820b5c4e067b142|DACC|Decentralized Accessible Content Chain|decentralized-accessible-content-chain|CRYPTO|2022|http://www.dacc.co/|0xf8c595d070d104377f58715ce2e6c93e49a87f3c
e920de8e717148c1b77cb569a5051190|SUB|Substratum|substratum|CRYPTO|2022|https://substratum.net/|0x8d75959f1e61ec2571aa72798237101f084de63a
e954bcc80d4c495482945d50ad6a5587|FCT2|FirmaChain|firmachain|CRYPTO|2022|https://firmachain.org/#/|
e95bf93876614e64b6f8fe27f3775a02|MYST|Mysterium|mysterium|CRYPTO|2022|https://mysterium.network/|0x4cf89ca06ad997bc732dc876ed2a7f26a9e7f361
e95c6b12ef5e48709375e1136eb620b3|DGLD|DGLD|dgld|CRYPTO|2022|https://dgld.ch/|
e96efbf48f7140bf9b69cdc3a6894655|XRP|XRP|xrp|CRYPTO|2022|https://ripple.com/|
e97a3e57d576485e8985004ad2d331bb|AMO|AMO Coin|amo-coin|CRYPTO|2022|https://www.amo.foundation/|0x38c87aa89b2b8cd9b95b736e1fa7b612ea972169
e97f2a91d1aa45e5a5e4f658c62d43b8|LST|Lendroid-Support-Token||CRYPTO|2018|https://www.lendroid.com/|
e991ba77d38448ffb0a440e95ef6b7d6|ETH|Ethereum|ethereum|CRYPTO|2022|https://www.ethereum.org/|
e9956147d3394ae48ef83103c4799ef7|ALTX|Alttex||CRYPTO|2018|https://alttex.io/|
e99bf448af7546d3924c10034bfed920|NXT|Nxt|nxt|CRYPTO|2022|https://www.jelurida.com/nxt|
e9a339eb87cd42a288eb1674232b66dd|KCASH|Kcash|kcash|CRYPTO|2022|https://www.kcash.com/|0x32d74896f05204D1b6Ae7B0a3CEBd7FC0Cd8F9C7
e9acbbe87883461cb3b14be407375f9d|CVR|CoverCompared|polkacover|CRYPTO|2022|https://covercompared.com/|0x3c03b4ec9477809072ff9cc9292c9b25d4a8e6c6
e9b0d2610aed4f4a95aa77390b687dc6|QTUM|Qtum|qtum|CRYPTO|2022|https://qtum.org/en/|0x9a642d6b3368ddc662CA244bAdf32cDA716005BC
e9edcf44f0094ab9bababaee8c669a82|NRVE|Narrative||CRYPTO|2018|https://www.narrative.org/|
ea13b041eb2f47d399f7601d1068efe2|SYN|SynLev|synlev|CRYPTO|2022|https://synlev.com/|0x1695936d6a953df699C38CA21c2140d497C08BD9
ea22f5f84c4047a9a93a615376893348|MFT|Hifi|hifi|CRYPTO|2022|https://hifi.finance/|0xdf2c7238198ad8b389666574f2d8bc411a4b7428
ea671bcf506f4747a9765224300df074|PLU|Pluton|pluton|CRYPTO|2022|https://plutus.it/|0xD8912C10681D8B21Fd3742244f44658dBA12264E
ea86f680ef5e49d1802dda800d091702|MAPS|MAPS|maps|CRYPTO|2022|https://maps.me/token/|
eab644bac0be47b7bb35237aa90bae29|SMT|SmartMesh|smartmesh|CRYPTO|2022|https://smartmesh.io/|0x21f15966e07a10554c364b988e91dab01d32794a
eab7eddde32540fd80cbfe28f36e3085|REN|Ren|ren|CRYPTO|2022|https://renproject.io/|0x408e41876cccdc0f92210600ef50372656052a38
eacff16babc8441fab62fc58f2032ad1|ELI|EligmaToken|eligmatoken|CRYPTO|2022|https://www.eligma.io/|0xc7c03b8a3fc5719066e185ea616e87b88eba44a3
eb0d6d80e4c64c85840653e35a2261fa|WIN|WinkLink|winklink|CRYPTO|2022|https://winklink.org/|TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7
eb4940a2499c4db3a063c4788f11687a|EXN|ExchangeN||CRYPTO|2018|http://www.exchangen.com/|
eb8d5c79810e496986a65d7eb951fd44|GPKR|Gold Poker Coin|gold-poker-coin|CRYPTO|2022|https://gold-poker.com/|
ebca22b168054a31bf1f092800556cae|SHIP|ShipChain||CRYPTO|2018|https://shipchain.io/|
ebe2cadb8ae540d395a7ba0b1dc4c540|JEP|Jersey Pound|jersey-pound|FIAT|2022||
ebf759eb9dc74440a8aa39bf7e41d2a6|IOC|IOCoin|iocoin|CRYPTO|2022|http://iocoin.io/|
ec3f20343f2540aaa6b477ed4cbc79fb|BIF|Burundian Franc|burundian-franc|FIAT|2022||
ec476c14ace145199114abad4b1219a8|BTRN|Biotron|biotron|CRYPTO|2022|https://biotron.io/#/|0x03c780cd554598592b97b7256ddaad759945b125
ecc9eb840fa24dbf88342ad4a32e0243|VBK|VeriBlock|veriblock|CRYPTO|2022|https://www.veriblock.org/|
ecebcc0119d54df69421e0883f4894d1|DPET|My DeFi Pet|my-defi-pet|CRYPTO|2022|https://mydefipet.com/|
ecfb58b47d0944f390f5dc359d19a12c|TX|TransferCoin||CRYPTO|2018|https://txproject.io/|
ed4cf6b056814212a663e3db1c681e3d|NAVI|Naviaddress|naviaddress|CRYPTO|2022|https://naviaddress.com/|0x588047365df5ba589f923604aac23d673555c623
ed4f8f6c74c84c67b4c43eac662afd6f|MNX|MinexCoin||CRYPTO|2018|https://minexcoin.com/|
ed500e3907f54a338778407f94b1410d|RTH|Rotharium|rotharium|CRYPTO|2022|https://www.rotharium.io/en/|0x3fd8f39a962efda04956981c31ab89fab5fb8bc8
ed6369e9d4074ddcb1b7c0a57564c919|CEFS|CryptopiaFeeShares||CRYPTO|2018|https://www.cryptopia.co.nz/Forum/Thread/2487|
ed6a83b64a3144ce84421a41721ee253|WCFG|Wrapped Centrifuge|wrapped-centrifuge|CRYPTO|2022|https://centrifuge.io/|
ed83ac31d138474ca4bd8c627e1e2cf3|GUP|Guppy|guppy|CRYPTO|2022|https://matchpool.co/|0xf7B098298f7C69Fc14610bf71d5e02c60792894C
eda97b347da64453bf1816dc218cdbc9|XCAD|XCAD Network|xcad-netwrok|CRYPTO|2022|https://xcadnetwork.com/|
edd12e5d7cbd4cb9ad3533590dbfb9f9|BGN|Bulgarian Lev|bulgarian-lev|FIAT|2022||
eddc1b1d21304c64a4573db9beb3133a|WEST|Waves Enterprise|waves-enterprise|CRYPTO|2022|https://wavesenterprise.com/|
edf98ff1010540f2827f60febca7c064|TDX|Tidex-Token||CRYPTO|2018|https://tidex.com/|
edfa2ed59fd6440cbf10ac3d25d720a2|DOW|Dowcoin||CRYPTO|2018|https://www.dowcoin.io/|
ee078b406440494caf3aa665c069800a|CYMT|CyberMusic|cybermusic|CRYPTO|2022|https://cybermusic.io/|0x78c292d1445e6b9558bf42e8bc369271ded062ea
ee23daba539e4de68dce2afc01ae1999|XBC|Bitcoin Plus|bitcoin-plus|CRYPTO|2022|https://bitcoinplus.org/|
ee31e570d8094e7a91d3b9b731ab4e84|SHDW|GenesysGo Shadow|genesysgo-shadow|CRYPTO|2022|https://genesysgo.com/|
ee7220cf89754e5eb979b954b1cdb377|DEXT|DexTools|dextools|CRYPTO|2022|https://www.dextools.io/|0xfb7b4564402e5500db5bb6d63ae671302777c75a
ee887f60770d4433a5f1efb3240ec599|VDG|VeriDocGlobal|veridocglobal|CRYPTO|2022|https://www.veridocglobal.com/|0x57C75ECCc8557136D32619a191fBCDc88560d711
ee8d930a6535444cbe5fea537e71c19b|BOSON|Boson Protocol|boson-protocol|CRYPTO|2022|https://www.bosonprotocol.io/|
ee9a1990c7454c40bb74b38c4c50252e|TDP|TrueDeck|truedeck|CRYPTO|2022|https://truedeck.io/|0x5b11aacb6bddb9ffab908fdce739bf4aed554327
eebc477240734f5ea696778b3071a82a|IPL|Insurepal|insurepal|CRYPTO|2022|https://insurepal.io/|0x64CdF819d3E75Ac8eC217B3496d7cE167Be42e80
eedb57fe6529452ba37d01542c52a13d|1INCH|1inch|1inch|CRYPTO|2022|https://1inch.exchange/|0x111111111117dc0aa78b770fa6a738034120c302
eee16b230f364d2584ec2ca3b4cf60f6|ADK|Aidos-Kuneen||CRYPTO|2018|http://aidoskuneen.com/|
eefcc863188e4fbb9a786e2cf12027a0|USDT|Tether USD₮|tether-usdt|CRYPTO|2022|https://tether.to/|0xdac17f958d2ee523a2206206994597c13d831ec7
ef0737e7539d492c997efcd6608560d0|DTRC|Datarius Credit|datarius-credit|CRYPTO|2022|https://datarius.io/|0xc20464e0c373486d2b3335576e83a218b1618a5e
ef17995e868f49a2b7083946423c7b10|CRBT|Cruisebit|cruisebit|CRYPTO|2022|https://www.cruisebit.com/|0x2cf618c19041d9db330d8222b860a624021f30fb
ef3c9f0542f34b39893b2ef64e25c8d4|SNTR|Silent Notary|silent-notary|CRYPTO|2022|https://silentnotary.com/|0x2859021ee7f2cb10162e67f33af2d22764b31aff
ef4ab10e2c624e599a72cc70bd2cc406|BYR|Belarusian Ruble (pre-2016)||FIAT|2018||
ef97fcfe3cf346ca921a2d15b1cfdf5f|STD|São Tomé and Príncipe Dobra (pre-2018)|sao-tome-and-principe-dobra-pre-2018|FIAT|2022||
efa4ea795c9c48b2b78dc1b06254bb6f|GIN|GINcoin||CRYPTO|2018|https://gincoin.io/|
efaebe55c0c64fe99937e05c47379dbd|AION|Aion|aion|CRYPTO|2022|https://aion.network/|0x4CEdA7906a5Ed2179785Cd3A40A69ee8bc99C466
f021193f8a9d4f079affc1d075dacb51|MUR|Mauritian Rupee|mauritian-rupee|FIAT|2022||
f02cbe53e766410db606304e38bc6605|JOINT|Joint Ventures|joint-ventures|CRYPTO|2022|https://jointventures.io/|0x347c099f110ca6761779329d2879957b606b6ace
f04815342ae44bb2a7a23cc8d12fb4ea|THR|ThoreCoin|thorecoin|CRYPTO|2022|https://thorecoin.com/|
f04eb33429ca4f2aaf83e9ea5dc4a160|ARG|Argentine Football Association Fan Token|argentine-football-association-fan-token|CRYPTO|2022|https://socios.com|
f05c13b3195b4958b1ecf6db2b3891a4|BIR|Birake|birake|CRYPTO|2022|https://birake.com/|
f06575e5483b45a48b43123c4c73ff14|LEMO|LemoChain|lemochain|CRYPTO|2022|https://www.lemochain.com/#/|0x60c24407d01782c2175d32fe7c8921ed732371d1
f07e7c478ff54d0aa57d5d1393e2f658|CLF|Chilean Unit of Account UF|chilean-unit-of-account-uf|FIAT|2022||
f086565aba374a618e18f0de3459858a|MODX|MODEL-X-coin|model-x-coin|CRYPTO|2022|https://model-x.net/|0x3c6Da7763cAA0e4b684BbC733f04a8EC08Af3762
f0972ff411e844d8971362297c7f744a|USTC|Terra Classic USD|terra-classic-usd|CRYPTO|2022|https://terra.money/|
f0a381d03cc74d9484e92733c63df47c|XYO|XYO Network|xyo-network|CRYPTO|2022|https://xyo.network/|0x55296f69f40ea6d20e478533c15a6b08b654e758
f0a42d1008df405090cf408cf46b75a1|BWP|Botswanan Pula|botswanan-pula|FIAT|2022||
f0a8ef7776a248578735ba4269705c79|FRST|FirstCoin|firstcoin|CRYPTO|2022|http://firstcoinproject.com/|
f0aea1b252644f9ead9898d2fcbc2191|TSL|Energo|energo|CRYPTO|2022|http://www.energolabs.com/#/|0x03806ce5ef69bd9780edfb04c29da1f23db96294
f0b0f9b015724866956938ee9440da07|RING|Darwinia Network Native Token|darwinia-network-native-token|CRYPTO|2022|https://darwinia.network/|0x9469d013805bffb7d3debe5e7839237e535ec483
f0c89ea31a6c444a9cba9f7283481133|BLT|Bloom||CRYPTO|2018|https://hellobloom.io/|
f0cc7733d75247b3b4e9dcfc6aeaf13f|QBIT|Qubitica||CRYPTO|2018|https://www.qubitica.net/|
f0d71c4a22d3491bb1bcd5e70eb44d9f|RMESH|RightMesh||CRYPTO|2018|https://www.rightmesh.io/|
f0e63a21b4bb4f16935370ea416a928c|COVAL|Circuits Of Value|circuits-of-value|CRYPTO|2022|https://circuitsofvalue.com/|
f0eb974e194947a5bb1559a8b8b8d8e7|INSTAR|Insights Network|insights-network|CRYPTO|2022|https://insights.network/|0xc72fe8e3dd5bef0f9f31f259399f301272ef2a2d
f1458f499b4945f4abd71f3a3a6920e5|AVT|Aventus|aventus|CRYPTO|2022|https://aventus.io/|0x0d88ed6e74bbfd96b831231638b66c05571e824f
f15c7a60acce40208bca847f8bc8b5fa|DAO|DAO Maker|dao-maker|CRYPTO|2022|https://daomaker.com/|
f16eefbfa5bd4b5ab60b6e3fa1c4edb3|WBTC|Wrapped Bitcoin|wrapped-bitcoin|CRYPTO|2022|https://www.wbtc.network/|0x2260fac5e5542a773aa44fbcfedf7c193bc2c599
f1704807c83e424184a8806b5cfd3ae4|YER|Yemeni Rial|yemeni-rial|FIAT|2022||
f177b62827474a8db3b2cbe517742b51|CMT|CyberMiles|cybermiles|CRYPTO|2022|https://cm.5miles.com/|0xf85feea2fdd81d51177f6b8f35f0e6734ce45f5f
f18415c8451d4707b3796bea7eb9bece|DDF|Digital Developers Fund|digital-developers-fund|CRYPTO|2022|https://www.digitaldevelopersfund.com/|0xcC4eF9EEAF656aC1a2Ab886743E98e97E090ed38
f18e1f7fba9547949e08071c3aa4fe57|DX|DxChain Token|dxchain-token|CRYPTO|2022|https://dxchain.com/|0x973e52691176d36453868D9d86572788d27041A9
f1b3dcb441804148bdd6a40e5b0b3c53|MRQ|MIRQ||CRYPTO|2018|https://mirq.io/|
f1d6cc764f734695a5f3ea122ce70be4|TEER|Integritee Network|integriteenetwork|CRYPTO|2022|https://integritee.network/|
f1d9581ad4d74752b6a80a56f54d15e7|BLTG|Block-Logic|block-logic|CRYPTO|2022|https://block-logic.com/|
f1e80c2c75ec4b8eaeb5b84948044c27|COMP|Compound-Coin||CRYPTO|2018|http://www.compoundcoins.com/|
f1ff77b63ab447199ded2fc7e71cff1f|BTC|Bitcoin|bitcoin|CRYPTO|2022|https://bitcoin.org|
f2185dc30ee34eff9513250ec9ff9dd3|NEXM|Nexum|nexum|CRYPTO|2022|https://nexum.ai/|
f244f4e2cda44b45b82edd07c04b9d72|LGS|LogisCoin||CRYPTO|2018|https://logiscoin.cc/|
f260b5bc63044be3b43681827aa599ea|DOCK|Dock|dock|CRYPTO|2022|https://dock.io/|0xe5dada80aa6477e85d09747f2842f7993d0df71c
f262056b8aff4619accaa2cf54f51e85|MBD|MBD Financials|mbd-financials|CRYPTO|2022|https://mbdfinancials.com/|
f2733eb49dfa4931bf0d734afba6ed5e|FSBT|Forty-Seven-Bank||CRYPTO|2018|https://www.fortyseven.io/|
f29d1fee35fc421d9d844c7b56894ea0|AZN|Azerbaijani Manat|azerbaijani-manat|FIAT|2022||
f2a07f64ddc04270908c4341aeca4476|TZS|Tanzanian Shilling|tanzanian-shilling|FIAT|2022||
f2a19be6325940caae9e117d8fab33f8|RUP|Rupee|rupee|CRYPTO|2022|https://rupeeblockchain.org/|
f2aaca06cf9948d2a0a5d6711a7cd3ab|ROOK|KeeperDAO|keeperdao|CRYPTO|2022|https://app.keeperdao.com/|0xfa5047c9c78b8877af97bdcb85db743fd7313d4a
f2afd9d92db54cc5b8b98031536ee540|DAR|Mines of Dalarnia|mines-of-dalarnia|CRYPTO|2022|https://www.minesofdalarnia.com/|
f2c3eb851f494d2ea3839708b5a08140|CONV|Convergence|convergence|CRYPTO|2022|https://conv.finance/|
f2dea904031b468db0d0b23d5a584b7e|DYN|Dynamic|dynamic|CRYPTO|2022|https://duality.solutions/|
f2f7a4ed0cfd4aa9986ab036699b9bdf|WSG|Wall Street Games|wall-street-games|CRYPTO|2022|https://wsg.gg|
f2f7d931bb874919a03cde9278c32b5f|SEM|SEMUX|semux|CRYPTO|2022|https://www.semux.org/|
f30efe23971d4c118cf326efff724828|PCO|Pecunio||CRYPTO|2018|https://pecun.io/|
f31f4e7a341a4583bd91626c4d46cd39|XCASH|X-CASH|x-cash|CRYPTO|2022|https://www.xcash.foundation/|
f31f6676129b4c0f86dd573605bd0231|NSR|NuShares|nushares|CRYPTO|2022|https://nubits.com/nushares|
f33b176fd4e54efd866e8efb8a9f0483|ICNQ|Iconiq Lab Token|iconiq-lab-token|CRYPTO|2022|https://iconiqlab.com/|0xb3e2cb7cccfe139f8ff84013823bf22da6b6390a
f344dd63f4fd42329b32f52b47a0fce3|FRRN|Ferron||CRYPTO|2018|http://ferron.io/|
f383a66fecc34df7b57cd3802883876b|GTC|Gitcoin|gitcoin|CRYPTO|2022|https://gitcoin.co/|0xde30da39c46104798bb5aa3fe8b9e0e1f348163f
f386ed1ce291412593f0b520823acb0c|DORA|Dora Factory|dora-factory|CRYPTO|2022|https://dorafactory.org/|
f38f27e790be4745bb3f02a43bd1adf8|PRA|ProChain||CRYPTO|2018|https://chain.pro/|
f4025adcf3cb4459b1b32cf1110960c5|HDG|Hedge||CRYPTO|2018|https://www.hedge-crypto.com/|
f41368665f39493d957f543abf1dce2d|BCAP|BCAP||CRYPTO|2018|https://blockchaincapital.tokenhub.com/|
f4254e0fef634687b246951a82b4e760|LBTC|Lightning Bitcoin|lightning-bitcoin|CRYPTO|2022|https://lbtc.io/|
f431ff68a1094b12b52d778f4cc44f24|CVT|CyberVein|cybervein|CRYPTO|2022|http://www.cybervein.org/|0xbe428c3867f05dea2a89fc76a102b544eac7f772
f4558a752fee4e038089662ca7332385|SEXC|ShareX||CRYPTO|2018|https://sharex.vc/|
f46ef3eb51214c0886c578ae4f256516|OST|Simple Token|simple-token|CRYPTO|2022|https://sale.simpletoken.org/|0x2c4e8f2d746113d0696ce89b35f0d8bf88e0aeca
f4876c7846a34523bf212284f9db34b5|MITH|Mithril|mithril|CRYPTO|2022|https://mith.io/|0x3893b9422cd5d70a81edeffe3d5a1c6a978310bb
f4b69de5c7d94034813a7b70de32554a|EXMR|EXMR FDN|exmr-fdn|CRYPTO|2022|https://exmrfoundation.org/|0x331fa6c97c64e47475164b9fc8143b533c5ef529
f4b90f375d8d48c1a386a4005d56baa8|VME|VeriMe||CRYPTO|2018|https://www.verime.mobi/home|
f4c55d89ec0d4e2a9365d62f82d5be74|MCO2|Moss Carbon Credit|moss-carbon-credit|CRYPTO|2022|https://moss.earth/|
f4dcabac52ca42a082bcd91de8013063|TMTG|The Midas Touch Gold|the-midas-touch-gold|CRYPTO|2022|https://dgex.io/|0x10086399dd8c1e3de736724af52587a2044c9fa2
f506086308d8407088b4160862db4505|PKR|Polker|polker|CRYPTO|2022|https://pkr.io/|
f51de7ea74194ca4b292309db7250d51|MOZO|Mozo-Token||CRYPTO|2018|https://mozocoin.io/|
f57153022fcd4cb9bb0be386ec08dec5|TRAC|OriginTrail|origintrail|CRYPTO|2022|https://origintrail.io/|0xaa7a9ca87d3694b5755f213b5d04094b8d0f0a6f
f58ed22bfb6c4dbaa6ca37f131780b29|DADI|Edge|edge|CRYPTO|2022|https://dadi.cloud/en|0xfb2f26f266fb2805a387230f2aa0a331b4d96fba
f5fcfa6e6a4d40d08538adb4cee598b5|QUBE|Qube||CRYPTO|2018|http://www.qube.vip/engine|
f60d9e8f68014755b8e9ca40eb0232a3|HOT|Hydro Protocol|hydro-protocol|CRYPTO|2022|https://thehydrofoundation.com/|0x9af839687f6c94542ac5ece2e317daae355493a1
f63bf076a05e444a860fcbe41fa11970|BCX|BitcoinX|bitcoinx|CRYPTO|2022|https://bcx.org/|
f63e2b718f03487488b9a8085e9198d7|LUC|Level Up Coin|level-up-coin|CRYPTO|2022|https://play2live.io/en/|0x5dbe296f97b23c4a6aa6183d73e574d02ba5c719
f6556db6d67d4b7c874c55545498cc39|IPSX|IP Exchange||CRYPTO|2018|https://ip.sx/|
f6b7bbf976ed478582199076c3ba8520|RED|Redcoin||CRYPTO|2018|http://redcoin.pw/|
f6c1e95b15824229a23d0b60f9ebae74|CUC|Cuban Convertible Peso|cuban-convertible-peso|FIAT|2022||
f6e4d25fe3ef440d977916bb9bfe2e56|TPT|Teleport||CRYPTO|2018|https://neverdie.com/|
f6e4f794031c4e11af8ad614432ad682|LRC|Loopring ETH|loopring-eth|CRYPTO|2022|https://loopring.org/|0xbbbbca6a901c926f240b89eacb641d8aec7aeafd
f6f2bb5984754212a877715d69e64a39|PHB|Phoenix Global|phoenix-global|CRYPTO|2022|https://www.phoenix.global/|
f6fa656590984c209fac3e0a0accb6c9|DATP|Decentralized Asset Trading Platform|decentralized-asset-trading-platform|CRYPTO|2022|https://datp.market/|0x813b428af3920226e059b68a62e4c04933d4ea7a
f719c47294414ec880438d05cdb3e8ee|PAY|TenX|tenx|CRYPTO|2022|https://www.tenx.tech/|0xB97048628DB6B661D4C2aA833e95Dbe1A905B280
f7253e4e9f544621bf26a6e112bb6866|SOL|Solana|solana|CRYPTO|2022|https://solana.com/|0x1f54638b7737193ffd86c19ec51907a7c41755d8
f72c4e96888d4743bfe84d9dd08741e6|JOE|JOE|joe|CRYPTO|2022|https://www.traderjoexyz.com/#/home|
f73d9ff5e63c4abd97f85241f3fb0ada|CTC|Creditcoin|creditcoin|CRYPTO|2022|https://creditcoin.org/|0xa3ee21c306a700e682abcdfe9baa6a08f3820419
f74067481c8945b6a97558c7a78bea3f|GAM|Gambit||CRYPTO|2018|https://bitcointalk.org/index.php?topic=1051324.0|
f75ce4c0a0b0431994343821b9851dc0|ROCK2|Ice Rock Mining|ice-rock-mining|CRYPTO|2022|https://icerockmining.io/en.html|0xC16b542ff490e01fcc0DC58a60e1EFdc3e357cA6
f77093ecf9e04de3a1aa13c6cbd2085c|ART|Maecenas|maecenas|CRYPTO|2022|https://www.maecenas.co/|0xfec0cf7fe078a500abf15f1284958f22049c2c7e
f79f9ae58a1047d3870c13258af0382c|JASMY|JasmyCoin|jasmy|CRYPTO|2022|https://www.jasmy.co.jp/en.html|
f7c579b0422e483a83aa3be7d9ea6a20|AEON|Aeon|aeon|CRYPTO|2022|https://www.aeon.cash/en/home/|
f7df7c5ae85e45e1b468dd1666a11cc3|QASH|QASH|qash|CRYPTO|2022|https://liquid.plus/|0x618e75ac90b12c6049ba3b27f5d5f8651b0037f6
f7eac0b71c4d4acbb59b011aa3f323d6|RTB|AB-Chain-RTB||CRYPTO|2018|https://ab-chain.com/|
f7ee1a0ad08d4e26995293ad4fc37207|EMC|Emercoin|emercoin|CRYPTO|2022|http://emercoin.com/|
f7f9ba86d622442881040c1be7b692c1|RNT|OneRoot Network|oneroot-network|CRYPTO|2022|https://www.oneroot.io/|0xff603f43946a3a28df5e6a73172555d8c8b02386
f830dcfa3eb54fa186c67f485bae55c9|PI|Plian|pchain|CRYPTO|2022|https://plian.org/|
f84537db639348c689faaf207a0c4ad6|TEND|Tendies|tendies|CRYPTO|2022|https://www.tendies.dev/|0x1453dbb8a29551ade11d89825ca812e05317eaeb
f875454c0eaf45b29446901284148fa8|HOGE|Hoge Finance|hoge-finance|CRYPTO|2022|https://hoge.finance/|0xfad45e47083e4607302aa43c65fb3106f1cd7607
f8bcc4075d4d409e84a41d8be07cbf82|EXC|Eximchain||CRYPTO|2018|https://www.eximchain.com/|
f8e100fb1c9c4791a596da468face632|ADH|AdHive-Token||CRYPTO|2018|https://adhive.tv/|
f8e9db67c0364be1b0c76dcc4b57a11d|UBTC|UnitedBitcoin|unitedbitcoin|CRYPTO|2022|https://www.ub.com/|
f8ee181e15eb429182cfffb53b88f470|1ECO|1eco|1eco|CRYPTO|2022|https://www.1eco.io/|
f909c07ca2b74a68970d88f50e101ccc|DOGEC|DogeCash|dogecash|CRYPTO|2022|https://dogec.io/|
f931c87296cd4bcca3e21e46482c71cd|FUEL|Etherparty|etherparty|CRYPTO|2022|https://etherparty.io/|0xea38eaa3c86c8f9b751533ba2e562deb9acded40
f96d16286e6e4cc9a9d3c09db32c9b71|SPELL|Spell Token|spell-token|CRYPTO|2022|https://abracadabra.money/|
f9848d01352c4fdca3e27b52cae23bd0|XNK|Ink Protocol|ink-protocol|CRYPTO|2022|https://paywithink.com/|0xbc86727e770de68b1060c91f6bb6945c73e10388
f9d32f82fbf94c83aebe569f2eade808|GAL|Project Galaxy|project-galaxy|CRYPTO|2022|https://galaxy.eco/|
f9e58a56054549fd9dd7c6b120b4744b|VISION|APY Vision|apy-vision|CRYPTO|2022|https://apy.vision/|0xf406f7a9046793267bc276908778b29563323996
f9e9e9eefae64a51a56f9398c73d0f58|RBN|Ribbon Finance|ribbon-finance|CRYPTO|2022|https://www.ribbon.finance/|0x6123B0049F904d730dB3C36a31167D9d4121fA6B
fa19e21a661541b0a858de007b2bcd27|TAC|Traceability Chain|traceability-chain|CRYPTO|2022|https://tacchain.cn/|0xca694eb79ef355ea0999485d211e68f39ae98493
fa268a984ff14a8aab9f4f207b758aec|PNY|Peony Coin|peony-coin|CRYPTO|2022|https://peonycoin.io/|
fa4cca670d9e4f6a81c1f559c999f80a|L2|Leverj Gluon|leverj-gluon|CRYPTO|2022|https://leverj.io/|0xbbff34e47e559ef680067a6b1c980639eeb64d24
fa4f9c2dbed84dcfa56533d8d7fc3fc3|XPM|Primecoin|primecoin|CRYPTO|2022|http://primecoin.io/|
faa4b59527af480482ae9e127921123e|ZWL|Zimbabwean Dollar|zimbabwean-dollar|FIAT|2022||
faa83ccb8b74425bad805b98587570b4|INX|InMax|inmax|CRYPTO|2022|https://inmax.live/|0x018d7d179350f1bb9853d04982820e37cce13a92
fad4e68472644290a87c333ceafbdb82|LKY|Linkey|linkey|CRYPTO|2022|https://www.linkey.info/|0x49bd2da75b1f7af1e4dfd6b1125fecde59dbec58
faf2401196344e7cacdf68b7fa03f7e2|CRC|Costa Rican Colón|costa-rican-colón|FIAT|2022||
fb3f92a854bd49bb8575f8224fec28ad|PYG|Paraguayan Guarani|paraguayan-guarani|FIAT|2022||
fb4bc7d498624617955e5a792e52ab88|SENC|Sentinel Chain|sentinel-chain|CRYPTO|2022|https://www.sentinel-chain.org/|0xa13f0743951b4f6e3e3aa039f682e17279f52bc3
fb5883df8340471ea9e984d664d6f617|DTEM|Dystem||CRYPTO|2018|https://dystem.io/|
fb632d89bd2648a0b85879a60c1f1fae|DOME|Everdome|everdome|CRYPTO|2022|https://everdome.io/|
fb7bf0daeb494cb18045f6a71f983528|HQX|HOQU|hoqu|CRYPTO|2022|https://www.hoqu.io/|0x1b957dc4aefeed3b4a2351a6a6d5cbfbba0cecfa
fbaaca242925431e9d1e9011ce9f3206|LCT|LendConnect||CRYPTO|2018|https://lendconnect.io/|
fbb3e7fa3e6642df9b5cf158a8450ec6|CLO|Callisto Network|callisto-network|CRYPTO|2022|https://callisto.network/|
fbec2528e90d41eb8a6a25a722bf3d22|DRG|Dragon|dragon|CRYPTO|2022|https://drgtoken.io/|0x814f67fa286f7572b041d041b1d99b432c9155ee
fbf2042ae5334dcc895ec87cbd85df9c|MIR|MIR COIN|mir-coin|CRYPTO|2022|http://www.mircoin.io/|
fbf48453af90454b88241aa09b49c08c|LOTTO|Lotto|lotto|CRYPTO|2022|https://lotto.finance|0xb0dfd28d3cf7a5897c694904ace292539242f858
fbfb28601e4341e3b868adf190906a66|CCD|Concordium|concordium|CRYPTO|2022|https://concordium.com/|
fc1d75199b5b425f9992921964a609a8|ALPINE|Alpine F1 Team Fan Token|alpine-f1-team-fan-token|CRYPTO|2022|https://www.binance.com/en/fan-token/team-profile/alpine|
fc3cd3aec4434be4a49408d1cf88b104|TAAS|Taas||CRYPTO|2018|https://taas.fund/|
fc567532c31848479b791eeca26fd266|FB|Fenerbahçe Token|fenerbahce-token|CRYPTO|2022|https://www.paribu.com/#/fenerbahce-token|
fc67a5f8ec854578826144166eaf935d|RAVEN|Raven Protocol|raven-protocol|CRYPTO|2022|https://www.ravenprotocol.com/|
fccdf6baef1a4f07b51f339b179adcf6|TBTC|tBTC|tbtc|CRYPTO|2022|https://tbtc.network/|0x8daebade922df735c38c80c7ebd708af50815faa
fce2e870bf2b4a658b1719fc4701b4a9|BTU|BTU Protocol|btu-protocol|CRYPTO|2022|https://www.btu-protocol.com/|0xb683d83a532e2cb7dfa5275eed3698436371cc9f
fcf09f00152b48af80c54a355d6ac6b4|LUNC|Terra Classic|terra-classic|CRYPTO|2022|https://terra.money/|
fcf9807a010e480dbe2514cbebd10114|LRN|Loopring NEO|loopring-neo|CRYPTO|2022|https://loopring.org/en/index.html|06fa8be9b6609d963e8fc63977b9f8dc5f10895f
fd204d051e964b7c8a30ed927ecfebfd|CULT|Cult DAO|cult-dao|CRYPTO|2022|https://cultdao.io/|
fd2660b7a1de445d872e6b95e965578b|UBT|Unibright|unibright|CRYPTO|2022|https://unibright.io/|0x8400d94a5cb0fa0d041a3788e395285d61c9ee5e
fd2bfdc063044a6b96bda58a3a49f7bd|INVE|InterValue|intervalue|CRYPTO|2022|http://www.inve.one/|0xdac4ae188ace3c8985765edc6c9b4739d4845ddc
fd33a8483b9b4036890ee39b5ad84990|UP|UpToken|uptoken|CRYPTO|2022|https://uptoken.org/|0x6ba460ab75cd2c56343b3517ffeba60748654d26
fdaa0eccc77a470eb5a8816f6dff7362|ATOLO|RIZON|rizon|CRYPTO|2022|https://rizon.world/|
fdcf169a539f491c95f755815980e885|MEDIBIT|MediBit|medibit|CRYPTO|2022|https://www.medibit.org/|0x737fa0372c8d001904ae6acaf0552d4015f9c947
fddadaf5744c41a4ad5e0fbd2d1ae6d3|BNT|Bancor Network Token|bancor-network-token|CRYPTO|2022|https://www.bancor.network/|0x1F573D6Fb3F13d689FF844B4cE37794d79a7FF1C
fde3f62d6a2544e7915fcc08be87a048|DERC|DeRace|derace|CRYPTO|2022|http://derace.com/|0x9fa69536d1cda4a04cfb50688294de75b505a9ae
fe47ac2f36c148f385acbe75f2c01f52|BETHER|Bethereum|bethereum|CRYPTO|2022|https://www.bethereum.com/|0x14c926f2290044b647e1bf2072e67b495eff1905
fe53fba4bd1e4bc0b208565aa971c9cd|ASH|ASH|ash|CRYPTO|2022|https://burn.art/|0x64d91f12ece7362f91a6f8e7940cd55f05060b92
fe72aaa44c334d1e88bd54dccef6a0cf|ATOM|Cosmos|cosmos|CRYPTO|2022|https://cosmos.network/|
fe856fb8afb44b9d8dd51cfd1643f4d4|LET|LinkEye|linkeye|CRYPTO|2022|https://www.linkeye.com/#/|0xfa3118b34522580c35ae27f6cf52da1dbb756288
feded7321c9a461ab8e5587831abe0d0|KWH|KWHCoin||CRYPTO|2018|https://www.kwhcoin.com/#/|
ff4a14f621114186ab0d615c2b1fdb82|HUSD|Huobi HUSD|huobi-husd|CRYPTO|2022|http://www.stcoins.com/|0xdf574c24545e5ffecb9a659c229253d4111d87e1
ff539fdcd1334fbd9a3905dc0b3d0ae0|ESN|Ethersocial||CRYPTO|2018|https://ethersocial.network/|
ff6daa2c6e674344bcc019e9026e02bd|CNX|Cryptonex|cryptonex|CRYPTO|2022|https://cryptonex.org/|
ff7667f5ac5841d0b959aa529fd48342|C98|Coin98|coin98|CRYPTO|2022|https://www.coin98.com|
ff9fcb44013e4e18bb67fab77c74a4ad|BCDT|BCDiploma|bcdiploma|CRYPTO|2022|https://www.bcdiploma.com/|0xacfa209fb73bf3dd5bbfb1101b9bc999c49062a5
ffa1020f684d47f3a7489a54d603fd91|KISHU|Kishu Inu|kishu-inu|CRYPTO|2022|https://kishu.com/|0xA2b4C0Af19cC16a6CfAcCe81F192B024d625817D
ffaa639c63bb4f55926eea6ca5f3e76c|ARB|Arbitrage|arbitrage|CRYPTO|2022|https://www.arbitraging.co/|0xafbec4d65bc7b116d85107fd05d912491029bf46
ffabc9c1d79c4ddc97c4d92b5d6e71b5|JBS|Jumbucks||CRYPTO|2018|http://getjumbucks.com/|
ffd1eb3a643d4f7887e8adf617b80c5c|EKO|EchoLink|echolink|CRYPTO|2022|https://echolink.info/|0xa6a840e50bcaa50da017b91a0d86b8b2d41156ee
ffeeb0c691c147cbbdeafc8e1de05d2a|VITE|Vite|vite|CRYPTO|2022|https://www.vite.org/|0xadd5e881984783dd432f80381fb52f45b53f3e70
`;
