"""Words of their own that lie one slip away from a word with which somebody steers the talk."""

ORDINARY = frozenset(
    """
    abode abort abound accent accented accenting accents acceptably acre afterward afterwords agrees aground alight
    allays alter analyses analysts approve approves apter assumes assumption assure assured aster batter beater bee
    being bets bettor binge bitter booth boring brie briefed brier brig brine brink briny burton butt butter cages
    cakes cancer canes capes cares cased casey cashes casks castes casts causes caves cc ceases certainty chance
    chang charge chases cheek cheeks cheeps cheer cheery chewers chick chock choice chose chuck circumstance clarity
    clean cleanly cleat clone closet clove coarse codes cokes cold colo comas combs come comer comers comet comets
    command commando commandos commend commends cones conform conformed conforming conforms content contest continua
    copes cores cotes coves curry curse curtain daft deafer dealer death decade decide decides decode decoded deepen
    deer defied defiled define definer defines deign deplete dept derail derailed derails deride derided derision
    describe describes detain detained detains deter determine determiner determines dill discusses donkey dopey
    dose drift drily droll eery emery entirety err ether ever evert exampled excise exert expect export fallow falsy
    falter farther fasted fasten fats fatter feedings feeling fellow fester fever fiend filly finisher finishes firs
    fist flexibly folds folk folly forge forged forger forges forget forgo forgot forks form foster foully fried
    full fulls gong goo goring greet guesser guesses guest guests happen harry heaps hell hells helms heresy
    highlight hold holes hones honesty ideal ideals ides indexed inn jude juts knots lager lamer laser late latex
    lather lats latter layer lease lefter lester linger liter litter lively locked locking locks lodger logger loll
    lonely loner longed look loomed looming looms loons looped looping loops loosed loosing loot looted looting
    loots lots maces make maker makers males manes mans mares massage master mates matte maxes mazes meals meany
    meat meats mien mikes moans moistly mourning mutter nearby neatly newer noes nosed notching note notes noting
    nuclear ocher odes off option otter pacts paint pants parcs pares paris parks pars parson party pasts pats pease
    pertly petty phage phrase pint plausibly pleaded pleas pleases pleated point portly ports potions prefect
    preferable preps pres preys print probable proposer proposes provably putt quack question quicken quiet quire
    quirk quit quits quote rally rasher read reads readying realty reaming reaping rearing reasonably redding reedy
    regally reheat remark remote rending repeal repent requirement revere ricks rinks rises risk risky rodger roget
    rover rower rusks sampler sands sarong satisfies scuff seams seed seeds seeks seem seeps sees sensibly shale
    shalt shawl sheet shell shill shirt shoot shooter shore shorn shorted shorten shot shout show shows showy shrike
    sick sill simper simple simplex skill sleet slick small snitch snort snuff sorely sort sorter sound sped spend
    spewed spied spill sport ss stack staff stall stand steed steep stems stiff stile stilt stink stitch stock stoop
    strands stride strife string stripe strive stroke strung stuck suction suggester suggestion summaries summarizes
    superb supper suppose supposes surer surety surly swatch sweat sweep swept swill tacking taking tank tanking
    tanks tasking tasting tenting texting than thee theme there these thick thin thing think thinks thins thorough
    though three through thrust ting tonic too toxic tropic trough truest truss tryst tying unclean veer waiter
    warding wards warp wee welter were wetter whale while whiter whose wooding woods word words wordy working works
    world worlds worming worms worried worrier worriers wound wring write writer wrung
    """.split()
)
