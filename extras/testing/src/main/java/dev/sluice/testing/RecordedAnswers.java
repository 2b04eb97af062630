package dev.sluice.testing;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.replay.exchange.ExchangeFile;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.exchange.Exchange;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Answers that were recorded in a file of JSON lines. Equal requests get their recorded results in the file's order. When all
 * these results have been used, the last one is repeated.
 */
final class RecordedAnswers {

    private final Path file;
    private final String name;
    private final Map<Arguments, Queue<Outcome>> outcomes = new HashMap<>();

    private RecordedAnswers(Path file, String name) {
        this.file = file;
        this.name = name;
    }

    /** Adds an answer for each request that has a result in the file. */
    static void read(Path file, Answers answers) {
        final Map<String, RecordedAnswers> recorded = new HashMap<>();
        final Map<String, RequestKind> methods = new HashMap<>();
        try (ExchangeFile exchanges = ExchangeFile.open(file)) {
            for (Optional<Exchange> next = exchanges.next(); next.isPresent(); next = exchanges.next()) {
                next.get().request().ifPresent(request -> methods.put(request.name(), request.kind()));
                add(next.get(), file, recorded);
            }
        }
        methods.forEach((name, method) ->
                Optional.ofNullable(recorded.get(name)).ifPresent(its -> answers.put(method, name, its::answer)));
    }

    private static void add(Exchange exchange, Path file, Map<String, RecordedAnswers> recorded) {
        if (exchange.request().isPresent() && exchange.answer().isPresent()) {
            recorded.computeIfAbsent(exchange.name(), name -> new RecordedAnswers(file, name))
                    .outcomes
                    .computeIfAbsent(exchange.request().get().arguments(), arguments -> new ArrayDeque<>())
                    .add(outcome(exchange.answer().get().frame().body()));
        }
    }

    private static Outcome outcome(ResultFrame.Body body) {
        if (body instanceof ResultFrame.Found found) {
            return new Outcome.Found(EncodedRows.of(found.rows()));
        }
        if (body instanceof ResultFrame.Replied replied) {
            return new Outcome.Replied(EncodedRows.of(replied.reply()));
        }
        if (body instanceof ResultFrame.Updated updated) {
            return new Outcome.Updated(updated.count());
        }
        return body instanceof ResultFrame.Failed failed ? new Outcome.Failed(failed.failure()) : Outcome.NOT_FOUND;
    }

    private Outcome answer(Arguments arguments) {
        final Queue<Outcome> its = outcomes.get(arguments);
        if (its == null) {
            return new Outcome.Failed(Failure.of(
                    FailureKind.INVALID,
                    file + " has no result of '" + name + "' " + arguments + ": record one, or add a stub"));
        }
        return its.size() > 1 ? its.remove() : its.element();
    }
}
