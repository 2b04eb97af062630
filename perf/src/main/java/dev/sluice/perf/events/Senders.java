package dev.sluice.perf.events;

import dev.sluice.perf.run.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Several senders before one sink, each waiting while another one sends. */
final class Senders implements AutoCloseable {

    private final Run run;
    private final List<SenderJvm> senders = new ArrayList<>();

    private Senders(Run run) {
        this.run = run;
    }

    /** Starts them all at a time, and has each send for a while, so that it is compiled. */
    static Senders start(Run run, List<Way> ways, Path directory, SinkJvm sink, Batching batching, long warmUpMillis)
            throws IOException, InterruptedException {
        final Senders senders = new Senders(run);
        try {
            run.progress().stage("events, batches of " + batching.limit() + ": start");
            for (final Way way : ways) {
                senders.senders.add(SenderJvm.start(way, directory, sink, batching));
            }
            for (final SenderJvm sender : senders.senders) {
                run.progress().stage("events, " + sender.way().label() + ": warm-up");
                sender.send(Load.fullSpeed(sender.way().throughGateway() ? 3 * warmUpMillis : warmUpMillis));
            }
            return senders;
        } catch (final IOException | InterruptedException | RuntimeException e) {
            senders.close();
            throw e;
        }
    }

    /** Takes what came of a turn. */
    interface Taker {
        void take(Way way, Delivery delivery);
    }

    /** What each one is to do in its turn. */
    interface Loads {
        Load of(Way way);
    }

    /** Has those of them that are in the list send in turns, every other time in the opposite order. */
    void inTurns(String stage, int repetitions, List<Way> ways, Loads loads, Taker taker)
            throws IOException, InterruptedException {
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            final List<SenderJvm> order = new ArrayList<>(senders);
            order.removeIf(sender -> !ways.contains(sender.way()));
            if (repetition % 2 == 0) {
                Collections.reverse(order);
            }
            for (final SenderJvm sender : order) {
                run.progress()
                        .stage("events, " + stage + ", " + sender.way().label() + ": " + repetition + " of "
                                + repetitions);
                taker.take(sender.way(), sender.send(loads.of(sender.way())));
            }
        }
    }

    @Override
    public void close() {
        senders.forEach(SenderJvm::close);
    }
}
