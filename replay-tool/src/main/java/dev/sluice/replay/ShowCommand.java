package dev.sluice.replay;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.look.Life;
import dev.sluice.replay.look.LifeJson;
import dev.sluice.replay.look.LifeText;
import dev.sluice.replay.look.Search;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code show}: one request's whole life. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows one request's whole life: what was asked and when, how long it waited, when it was read and with which"
                    + " others, the call that answered it and how many shared that, and its result; or behind what it"
                    + " waits, and whether somebody decided that it fails. A gateway and jobs may be running.",
            "A place is a position, cycle:sequence, or a time as ISO 8601 has it: then it is the first request that was"
                    + " written at that time or later. It is searched for, not read up to. Positions"
                    + " count from 0 in each file; running numbers of requests and results count from 1."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice show --last -q data/demo/queues",
            "  sluice show --last -q data/demo/queues --format json",
            "  sluice show 2026-01-31T03:00:00Z -q data/demo/queues"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown",
            "1:there is no such request, or its result is lost",
            "2:wrong command line",
            "3:there are no queues, or they cannot be read there"
        })
final class ShowCommand implements Callable<Integer> {

    private static final int NOT_THERE = 1;

    @ArgGroup(multiplicity = "1")
    private Which which;

    /** Exactly one of them. */
    static final class Which {

        @Parameters(
                arity = "0..1",
                paramLabel = "PLACE",
                converter = Place.Converter.class,
                description = "The request at that position, or the first written at that time or later.")
        private Optional<Place> place = Optional.empty();

        @Option(names = "--last", required = true, description = "The last request that was written.")
        private boolean last;
    }

    @Mixin
    private QueuesOption queues;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "text",
            description = "text for people, json for programs (default: text).")
    private TextOrJson format;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try (QueuePair pair = queues.open()) {
            final OptionalLong index = index(pair);
            final Optional<Life> life = index.isEmpty() ? Optional.empty() : new Search(pair).life(index.getAsLong());
            if (life.isEmpty()) {
                spec.commandLine().getErr().println(notThere(pair));
                return NOT_THERE;
            }
            if (format == TextOrJson.json) {
                out.println(LifeJson.of(life.get()));
            } else {
                out.print(LifeText.of(life.get(), Instant.now()));
            }
            return life.get().isLost() ? NOT_THERE : 0;
        } finally {
            out.flush();
        }
    }

    private OptionalLong index(QueuePair pair) {
        if (which.place.isEmpty()) {
            return pair.lastRequest();
        }
        final Place place = which.place.get();
        if (place.position().isEmpty()) {
            return pair.firstRequestSince(place.nanos());
        }
        try {
            return OptionalLong.of(pair.inputIndex(place.position().get()));
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private String notThere(QueuePair pair) {
        final OptionalLong first = pair.firstRequestFrom(0);
        final OptionalLong last = pair.lastRequest();
        if (first.isEmpty() || last.isEmpty()) {
            return "there are no requests in " + pair.path().toAbsolutePath();
        }
        final Optional<Place> place = which.place;
        final String where =
                place.flatMap(Place::position).map(position -> "at " + position).orElse("written since then");
        return "there is no request " + where + ": the first one there is stands at "
                + pair.inputPosition(first.getAsLong()) + ", the last one at " + pair.inputPosition(last.getAsLong())
                + (pair.hasDeletedRequests() ? "; older ones were deleted, as nobody needed them any more" : "");
    }
}
