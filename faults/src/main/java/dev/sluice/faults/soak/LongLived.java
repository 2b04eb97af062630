package dev.sluice.faults.soak;

import dev.sluice.faults.kill.Child;
import dev.sluice.faults.soak.measure.Sampler;
import dev.sluice.testsupport.WrongClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts processes, and has those sampled that see the machine's clock: the others are killed before anything is told by it. Immutable. */
record LongLived(Path directory, Sampler sampler) {

    /** The heap is touched at the start, so that what grows later is something else; the second compiler's memory would hide it. */
    private static final List<String> OPTIONS =
            List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:TieredStopAtLevel=1");

    /**
     * Starts one.
     *
     * @param life its name in samples, of each process another one
     * @param clock that it sees instead of the machine's
     */
    Child start(String life, Optional<WrongClock> clock, Class<?> main, List<String> arguments, Consumer<String> said)
            throws IOException {
        final Child child = Child.start(
                life,
                directory.resolve(life.replace(' ', '-') + ".log"),
                OPTIONS,
                clock.map(WrongClock::environment).orElse(Map.of()),
                main,
                arguments,
                said);
        if (clock.isEmpty()) {
            sampler.watch(life, child.process().toHandle());
        }
        return child;
    }
}
