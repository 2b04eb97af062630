package dev.sluice.replay;

import dev.sluice.service.look.Life;
import dev.sluice.service.look.LifeText;
import dev.sluice.service.look.Search;
import dev.sluice.transport.Lane;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code show}: prints everything that happened to one request. */
@Command(
        name = "show",
        description = {
            "Shows one request's whole life: its name and arguments, when it was written, how long it waited, when it"
                    + " was read and with which others, the call that answered it and how many requests shared the"
                    + " call, and its result. For a waiting request: which requests are before it, and whether"
                    + " somebody decided that it fails. A gateway and jobs may be running.",
            "A place is a position, cycle:sequence, or a time in ISO 8601, which means the first request that was"
                    + " written at that time or later. A place is found by a search, without reading all requests"
                    + " before it. Positions count from 0 in each file; running numbers of requests and results count"
                    + " from 1.",
            "A script that asks often can do without a JVM, if the gateway's configuration has health.port and"
                    + " health.token: curl -H 'Authorization: Bearer TOKEN'"
                    + " 'http://HOST:PORT/request?position=PLACE' answers with the same text in HTML; of several lanes,"
                    + " add &lane=N."
        },
        footer = {
            "  sluice show --last -q data/demo/queues",
            "  sluice show --last -q data/demo/queues --format json",
            "  sluice show 2026-01-31T03:00:00Z -q data/demo/queues"
        },
        exitCodeList = {
            "0:shown",
            "1:there is no such request, or its result is lost",
            "2:wrong command line",
            "3:there are no queues, or they cannot be read at that place"
        })
final class ShowCommand extends QueueCommand {

    private static final int NOT_THERE = 1;

    @ArgGroup(multiplicity = "1")
    private Which which;

    /** The request to show; picocli accepts exactly one of the two. */
    static final class Which {

        @Parameters(
                arity = "0..1",
                paramLabel = "PLACE",
                description = "The request at that position, or the first written at that time or later.")
        private Optional<Place> place = Optional.empty();

        @Option(names = "--last", required = true, description = "The last request that was written.")
        private boolean last;
    }

    @Mixin
    private QueuesOption queues;

    @Mixin
    private FormatOption format;

    @Override
    int run(PrintWriter out) {
        try (Lane pair = queues.open()) {
            final OptionalLong index = valid(() -> index(pair));
            final Optional<Life> life = index.isEmpty() ? Optional.empty() : new Search(pair).life(index.getAsLong());
            if (life.isEmpty()) {
                screen().println(notThere(pair));
                return NOT_THERE;
            }
            format.print(out, life.get()::json, () -> LifeText.of(life.get(), Instant.now()));
            return life.get().isLost() ? NOT_THERE : 0;
        }
    }

    private OptionalLong index(Lane pair) {
        if (which.place.isEmpty()) {
            return pair.lastRequest();
        }
        final Place place = which.place.get();
        return place.position().isPresent()
                ? OptionalLong.of(pair.inputIndex(place.position().get()))
                : pair.firstRequestSince(place.nanos());
    }

    private String notThere(Lane pair) {
        final OptionalLong first = pair.firstRequestFrom(0);
        final OptionalLong last = pair.lastRequest();
        if (first.isEmpty() || last.isEmpty()) {
            return "there are no requests in " + pair.address();
        }
        final String where = which.place
                .flatMap(Place::position)
                .map(position -> "at " + position)
                .orElse("written since then");
        return "there is no request " + where + ": the first request has position "
                + pair.inputPosition(first.getAsLong()) + ", the last one " + pair.inputPosition(last.getAsLong())
                + (pair.hasDeletedRequests() ? "; older ones were deleted, because nobody needed them" : "");
    }
}
