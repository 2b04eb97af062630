package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.Report;
import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Rounds;
import dev.sluice.faults.kill.Rounds.Site;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lanes on brokers that the run starts. */
public final class KafkaTransport implements Transport {

    private static final List<Mishap> ON_ONE_BROKER = List.of(
            Mishap.GATEWAY_KILLED,
            Mishap.GATEWAY_STOPPED,
            Mishap.GATEWAY_TOLD_TO_END,
            Mishap.GATEWAYS_KILLED,
            Mishap.BROKER_KILLED,
            Mishap.WRITER_KILLED,
            Mishap.WRITER_STOPPED,
            Mishap.DATABASE_KILLED,
            Mishap.GATEWAY_CUT_OFF,
            Mishap.WRITERS_CUT_OFF,
            Mishap.DATABASE_CUT_OFF);

    private static final List<Mishap> ON_SEVERAL_BROKERS = List.of(Mishap.BROKERS_KILLED, Mishap.BROKER_LINK_CUT);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "3 brokers, which all store each message, or 1 for a small machine (default: ${DEFAULT-VALUE}).")
    private int brokers;

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public List<Mishap> mishaps(Scenario scenario, boolean timed) {
        if (brokers != 1 && brokers != 3) {
            throw new ParameterException(spec.commandLine(), "--brokers " + brokers + " is neither 1 nor 3");
        } else if (scenario != Scenario.BANK) {
            throw new ParameterException(spec.commandLine(), "--transport kafka has only --scenario bank");
        }
        return with(brokers);
    }

    /** Returns the mishaps that can happen with a number of brokers. */
    static List<Mishap> with(int brokers) {
        final List<Mishap> possible = new ArrayList<>(ON_ONE_BROKER);
        if (brokers > 1) {
            possible.addAll(ON_SEVERAL_BROKERS);
        }
        return possible;
    }

    @Override
    public Rounds rounds(Scenario scenario, KillRun.Plan plan, Report report) {
        return rounds(brokers, plan);
    }

    /** Returns the only round of a run over a number of brokers. */
    static Rounds rounds(int brokers, KillRun.Plan plan) {
        return new Rounds() {
            @Override
            public Round begin(Site site) throws IOException, SQLException, InterruptedException {
                return new KafkaRound(site, brokers, plan);
            }

            @Override
            public Stores stores(DatabaseKind kind, Path directory) throws IOException {
                return kind.openServer(directory);
            }

            @Override
            public int cycles(boolean timed) {
                return Integer.MAX_VALUE;
            }
        };
    }
}
