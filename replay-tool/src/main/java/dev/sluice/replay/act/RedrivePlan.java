package dev.sluice.replay.act;

import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.ResultParts;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What is written again, counted by name and class of failure, and what is left out. One thread. */
public final class RedrivePlan {

    /** Those of one name that failed in one way. */
    public static final class Group {
        private final String name;
        private final FailureKind failure;
        private final Position first;
        private Position last;
        private long requests;
        private long updates;

        private Group(String name, FailureKind failure, Position first) {
            this.name = name;
            this.failure = failure;
            this.first = first;
            this.last = first;
        }

        public String name() {
            return name;
        }

        public FailureKind failure() {
            return failure;
        }

        public long requests() {
            return requests;
        }

        /** How many of them change something: updates and events. */
        public long updates() {
            return updates;
        }

        public Position first() {
            return first;
        }

        public Position last() {
            return last;
        }
    }

    private final Map<String, Group> groups = new TreeMap<>();
    private final Map<Judgement, Long> counts = new EnumMap<>(Judgement.class);
    private Optional<Position> firstWritten = Optional.empty();
    private Optional<Position> lastWritten = Optional.empty();

    void add(Exchange exchange, Judgement judgement) {
        counts.merge(judgement, 1L, Long::sum);
        if (judgement == Judgement.WRITE) {
            final FailureKind failure = failure(exchange);
            final RequestFrame request = exchange.request().orElseThrow();
            final Group group = groups.computeIfAbsent(
                    request.name() + " " + failure, key -> new Group(request.name(), failure, exchange.position()));
            group.requests++;
            group.updates += request.kind() == RequestKind.UPDATE || request.kind() == RequestKind.SEND ? 1 : 0;
            group.last = exchange.position();
        }
    }

    void written(Position position) {
        firstWritten = firstWritten.or(() -> Optional.of(position));
        lastWritten = Optional.of(position);
    }

    static FailureKind failure(Exchange exchange) {
        return exchange.answer()
                .flatMap(answer -> ResultParts.of(answer.frame()).failure())
                .orElseThrow()
                .kind();
    }

    /** By name, then class of failure. */
    public Collection<Group> groups() {
        return Collections.unmodifiableCollection(groups.values());
    }

    /** How many came to that. */
    public long count(Judgement judgement) {
        return counts.getOrDefault(judgement, 0L);
    }

    /** Where the first of them was written; empty if none was. */
    public Optional<Position> firstWritten() {
        return firstWritten;
    }

    public Optional<Position> lastWritten() {
        return lastWritten;
    }
}
