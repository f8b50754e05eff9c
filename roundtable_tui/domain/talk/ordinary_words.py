"""Words of their own that lie one slip away from a word with which somebody steers the talk."""

ORDINARY = frozenset(
    """
    abode abort abound abut accent accented accenting accents acceptably acre addictions afterward afterwords agrees
    aground ague alight allays alter analyses analysts anther approve approves apter aright ashed ashing askew ass
    assumes assumption assure assured aster auditions bank bard baring bats batter beads beaks beams beans beard
    bears beast beasts beat beater beaus bee beets being belts bents bests betas bets bettor binge bitter black
    bland blats bleats bling blink boar boars boats bongo booth boring brats brie briefed brier brig brine brink
    briny burton butt butter cages cakes cancer canes capes cares cased casey cashes casks castes casts causes caves
    cc ceases certainty chance chancel chang charge chases cheek cheeks cheeps cheer cheery chewers chick chock
    choice chose chuck circumstance clack clarity clean cleanly cleat clink clock clone close closet clove clover
    clovers cluck coarse codes cohered cokes cold colo comas combs come comer comers comet comets command commando
    commandos commend commends compete cones conform conformed conforming conforms confuted consent content contest
    context continua contused convent copes cores cotes courted covens cover coves coveted covets coveys cowered
    cowers crick curry curse curtain daft deafer dealer death debase decade decide decides decode decoded decoding
    deepen deer defied defiled define definer defines defter deign deplete dept derail derailed derails deride
    derided deriding derision describe describes descried descries detain detained detains deter determine
    determiner determines dill discord discusses donkey dopey dose drift drily droll eater eery emery entirety err
    ester ether ever evert exampled excise exert exerts expect expects expert export exports fainest fallow falsy
    falter farther fasted fasten fats fatter feedings feeds feeling fees fellow fells fester fever fiend filly finis
    finisher finishes firs fist flexibly folds folk folly forge forged forger forges forget forgo forgot forks form
    foster foully fried fuels full fulls fused gong goo goring greet guesser guesses guest guested guests happen
    harpy harry heaps hell hells helms heresy highlight hippy hods hold holes hones honesty hoods hurray ideal
    ideals ides indexed indued inn jude juts knobs knots lager lamer laser late latex lather lats latter laxer layer
    lease lefter lester linger liter litter lively locked locking locks lodger logger loll lonely loner longed look
    loomed looming looms loons looped looping loops loosed loosing loot looted looting loots lots maces make maker
    makers males manes mans marches mares massage massing master mates matte maxes mazes meals means meant meany
    meat meats messing mien mikes misting misusing moaning moans moistly mooing mooning moping mourning mowing
    mussing mutter nearby neatly needled nether newer nicety nites nodes noes nosed noses noshing notching note
    noted notes noting nuclear nuder ocher odder odes off older option otter pacts pain paint paints pants parcs
    pares paris parks pars parson party pasts pats pease pertly petty phage phrase pint pints plaid plaint plait
    plan plausibly pleaded pleas pleases pleated point portly ports potions prefect preferable preps pres preys
    print prints probable proposer proposes provably putt quack question quicken quiet quine quire quirk quit quits
    quote rally rasher read reads readying reals realty reaming reams reaping reaps rearing rears reasonably record
    redding reds reeds reedy reelects regally reheat rely remark remote rending rends repay repeal repent replay
    requirement retread revere reward ricks rinks rises risk risky roads rodger roget rover rower rusks sample
    sampler sands sarong sating satisfies saving sawing scuff seams seed seeds seeks seem seeps seers sees sensibly
    shale shalt shawl sheet shell shill shirt shoon shoot shooter shore shorn shorted shorten shot shout show shows
    showy shrike shtick shying sick sill simile simper simple simplex skeet skill skying slaying sleet slick small
    smart smuggest snitch snort snuff snuggest sorely sort sorter sound sown spaying sped spend spewed spied spill
    sport spreed spying ss stack staff stall stand star stare stark stars stat staying steed steep stems stiff stile
    stilt stink stitch stock stoop strands stride strife string stripe strive stroke stroll strung stuck suction
    suggester suggestion summaries summarizes summery superb supper suppose supposes surer surety surly swatch
    swaying sweat sweep swept swill tacked tacking taking tank tanked tanking tanks taped tasked tasking tasting
    tenting texting than thee thees theme there these thick thin thine thing think thinks thins thong thongs
    thorough though three threw throe through thrust thunk thunks ting tings toady toddy tonic too toxic tree tropic
    trough truest truss tryst twink tying type types udder unclean veer wafted waited waiter waned wanked warding
    wards warp washes wasted wee welter were wetter whale while white whiter whore whose wises woks wonted wooding
    woods word words wordy working works world worlds worming worms worried worrier worriers wound wring writ write
    writer writhe writs wrote wroth wrung yous
    """.split()
)
