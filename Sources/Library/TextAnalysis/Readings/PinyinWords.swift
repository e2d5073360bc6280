/// Words of two characters in which a character has an unusual reading.
///
/// Each line has the word in simplified and, if it differs, in traditional characters; then its
/// two syllables.
enum PinyinWords {
  static let text = """
    一行 yi hang
    万俟 mo qi
    不着 不著 bu zhao
    主角 zhu jue
    乐器 樂器 yue qi
    乐曲 樂曲 yue qu
    乐队 樂隊 yue dui
    了解 liao jie
    人参 人參 ren shen
    会计 會計 kuai ji
    传记 傳記 zhuan ji
    便宜 pian yi
    供给 供給 gong ji
    倔强 倔強 jue jiang
    偿还 償還 chang huan
    全长 全長 quan chang
    内行 內行 nei hang
    分行 fen hang
    参差 參差 cen ci
    反省 fan xing
    协调 協調 xie tiao
    单于 單于 chan yu
    厦门 廈門 xia men
    同行 tong hang
    各地 ge di
    向著 xiang zhe
    咖喱 ga li
    商行 shang hang
    周长 周長 zhou chang
    园地 園地 yuan di
    土地 tu di
    地上 di shang
    地下 di xia
    地位 di wei
    地区 地區 di qu
    地图 地圖 di tu
    地址 di zhi
    地带 地帶 di dai
    地形 di xing
    地方 di fang
    地板 di ban
    地点 地點 di dian
    地球 di qiu
    地理 di li
    地铁 地鐵 di tie
    地震 di zhen
    场地 場地 chang di
    基地 ji di
    声乐 聲樂 sheng yue
    外地 wai di
    大夫 dai fu
    奏乐 奏樂 zou yue
    尉迟 尉遲 yu chi
    工地 gong di
    出差 chu chai
    差事 chai shi
    当地 當地 dang di
    归还 歸還 gui huan
    微调 微調 wei tiao
    成都 cheng du
    首都 shou du
    都市 du shi
    都会 都會 du hui
    京都 jing du
    扒手 pa shou
    投降 tou xiang
    排行 pai hang
    时长 時長 shi chang
    星宿 xing xiu
    曾孙 曾孫 zeng sun
    朝霞 zhao xia
    本地 ben di
    校对 校對 jiao dui
    校正 jiao zheng
    校准 校準 jiao zhun
    模样 模樣 mu yang
    模板 mu ban
    模具 mu ju
    武行 wu hang
    民乐 民樂 min yue
    没收 沒收 mo shou
    沉没 沉沒 chen mo
    淹没 淹沒 yan mo
    泊位 bo wei
    波长 波長 bo chang
    特长 特長 te chang
    生地 sheng di
    番禺 pan yu
    的确 的確 di que
    目的 mu di
    草地 cao di
    着手 著手 zhuo shou
    着陆 著陸 zhuo lu
    着重 著重 zhuo zhong
    着色 著色 zhuo se
    着急 著急 zhao ji
    睡觉 睡覺 shui jiao
    空地 kong di
    给予 給予 ji yu
    给养 給養 ji yang
    自传 自傳 zi zhuan
    草率 cao shuai
    率领 率領 shuai ling
    率先 shuai xian
    坦率 tan shuai
    直率 zhi shuai
    蕃茄 fan qie
    薄弱 bo ruo
    薄膜 bo mo
    藏族 zang zu
    西藏 xi zang
    宝藏 寶藏 bao zang
    行业 行業 hang ye
    行列 hang lie
    行号 行號 hang hao
    行情 hang qing
    行数 行數 hang shu
    行距 hang ju
    行长 行長 hang zhang
    换行 換行 huan hang
    多行 duo hang
    单行 單行 dan hang
    每行 mei hang
    首行 shou hang
    央行 yang hang
    银行 銀行 yin hang
    角色 jue se
    角逐 jue zhu
    调制 調製 tiao zhi
    调整 調整 tiao zheng
    调节 調節 tiao jie
    调试 調試 tiao shi
    调解 調解 tiao jie
    调速 調速 tiao su
    调优 調優 tiao you
    调色 調色 tiao se
    空调 空調 kong tiao
    边长 邊長 bian chang
    还价 還價 huan jia
    还债 還債 huan zhai
    还原 還原 huan yuan
    返还 返還 fan huan
    退还 退還 tui huan
    重合 chong he
    重启 重啟 chong qi
    重命 chong ming
    重复 重複 chong fu
    重定 chong ding
    重庆 重慶 chong qing
    重建 chong jian
    重排 chong pai
    重新 chong xin
    重构 重構 chong gou
    重现 重現 chong xian
    重置 chong zhi
    重装 重裝 chong zhuang
    重试 重試 chong shi
    重载 重載 chong zai
    重返 chong fan
    重逢 chong feng
    重阳 重陽 chong yang
    重叠 重疊 chong die
    长久 長久 chang jiu
    长城 長城 chang cheng
    长处 長處 chang chu
    长安 長安 chang an
    长度 長度 chang du
    长征 長征 chang zheng
    长方 長方 chang fang
    长春 長春 chang chun
    长时 長時 chang shi
    长期 長期 chang qi
    长江 長江 chang jiang
    长沙 長沙 chang sha
    长短 長短 chang duan
    长篇 長篇 chang pian
    长远 長遠 chang yuan
    长途 長途 chang tu
    延长 延長 yan chang
    漫长 漫長 man chang
    字长 字長 zi chang
    最长 最長 zui chang
    较长 較長 jiao chang
    陆地 陸地 lu di
    音乐 音樂 yin yue
    龟裂 龜裂 jun lie
    """
}
