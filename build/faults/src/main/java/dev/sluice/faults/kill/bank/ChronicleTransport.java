package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.FaultPoints;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.Report;
import dev.sluice.faults.kill.RoundOptions;
import dev.sluice.faults.kill.Rounds;
import dev.sluice.faults.kill.Transport;
import dev.sluice.faults.kill.letters.LettersRound;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lanes on queues of this disk. */
public final class ChronicleTransport implements Transport {

    private static final int FEWEST_CONTRACTS = 10;
    private static final int CONTRACTS = 2_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--lanes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "The number of lanes that the gateways serve; each has its own writer (default: ${DEFAULT-VALUE}).")
    private int lanes;

    @Option(
            names = "--at-least-once",
            description =
                    "Configure updates: at-least-once, and restore no backups. This shows that updates that run twice"
                            + " are found.")
    private boolean atLeastOnce;

    @Option(
            names = "--points",
            paramLabel = "NAMES",
            split = ",",
            description = {
                "Kill only at these fault points, such as result-written, or result-written:7 for the seventh time"
                        + " that it is reached, and restore no backups (default: kill at all kinds of moments). The"
                        + " fault points are:",
                "${COMPLETION-CANDIDATES}"
            },
            completionCandidates = FaultPointNames.class)
    private List<String> points = List.of();

    @Option(
            names = "--contracts",
            paramLabel = "N",
            description =
                    "With --scenario job or embedded: the number of letters of a run (default: " + CONTRACTS + ").")
    private Optional<Integer> contracts = Optional.empty();

    /** The names of the fault points, for the help. */
    private static final class FaultPointNames extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        FaultPointNames() {
            super(FaultPoints.names());
        }
    }

    @Override
    public String name() {
        return "chronicle";
    }

    @Override
    public List<Mishap> mishaps(Scenario scenario, boolean timed) {
        if (scenario == Scenario.BANK && contracts.isPresent()) {
            throw wrong("--contracts needs --scenario job or embedded");
        } else if (scenario != Scenario.BANK && lanes != 1) {
            throw wrong("--scenario " + scenario.name().toLowerCase(Locale.ROOT) + " has one lane");
        } else if (contracts.filter(number -> number < FEWEST_CONTRACTS).isPresent()) {
            throw wrong("--contracts " + contracts.get() + " is less than " + FEWEST_CONTRACTS);
        }
        final List<Mishap> possible = new ArrayList<>(all(scenario, timed));
        if (atLeastOnce || !points.isEmpty()) {
            possible.removeAll(BankRound.SET_BACKS);
        }
        if (!points.isEmpty()) {
            possible.removeAll(BankRound.ENDS);
            possible.removeAll(LettersRound.KINDS);
            possible.add(Mishap.KILLED_AT_FAULT_POINT);
        }
        return possible;
    }

    /** Returns all mishaps that can happen to a scenario. */
    static List<Mishap> all(Scenario scenario, boolean timed) {
        final Set<Mishap> possible = EnumSet.noneOf(Mishap.class);
        if (scenario == Scenario.BANK) {
            possible.addAll(BankRound.KINDS);
        } else if (scenario == Scenario.EMBEDDED) {
            possible.addAll(LettersRound.EMBEDDED_KINDS);
        }
        if (scenario == Scenario.BANK && timed) {
            possible.addAll(SteadyMishaps.KINDS);
        }
        if (scenario == Scenario.JOB || scenario == Scenario.BANK && timed) {
            possible.addAll(LettersRound.KINDS);
        }
        return List.copyOf(possible);
    }

    @Override
    public Rounds rounds(Scenario scenario, KillRun.Plan plan, Report report)
            throws IOException, SQLException, InterruptedException {
        final RoundOptions options = new RoundOptions(lanes, atLeastOnce, points, plan.mishaps());
        if (scenario == Scenario.BANK) {
            return plan.time().isPresent() ? LongRun.start(plan, options, report) : BankRounds.of(options);
        }
        final boolean embedded = scenario == Scenario.EMBEDDED;
        return site -> new LettersRound(site, contracts.orElse(CONTRACTS), embedded, options);
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
