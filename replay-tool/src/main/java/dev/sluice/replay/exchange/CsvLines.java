package dev.sluice.replay.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** For a spreadsheet, as RFC 4180 has it. Arguments and rows are in one column each, as {@code text} prints them. */
record CsvLines(Side side) implements Lines {

    private static final ObjectWriter WRITER = new CsvMapper().writerFor(String[].class);

    @Override
    public Optional<String> header() {
        final List<String> names = new ArrayList<>(List.of("position"));
        if (side != Side.results) {
            names.addAll(List.of("written", "method"));
        }
        names.add("name");
        if (side != Side.results) {
            names.add("arguments");
        }
        if (side != Side.requests) {
            names.addAll(List.of("outcome", "count", "rows", "failure", "code", "message", "result", "answered"));
            names.addAll(List.of("read", "callBegun", "callEnded", "asked"));
        }
        return Optional.of(line(names));
    }

    @Override
    public String line(Exchange exchange) {
        final List<String> values = new ArrayList<>(List.of(exchange.position().toString()));
        if (side != Side.results) {
            values.add(time(exchange.writtenNanos()));
            values.add(exchange.request().map(request -> request.kind().event()).orElse(""));
        }
        values.add(
                exchange.answer().map(answer -> answer.frame().request().name()).orElse(exchange.name()));
        if (side != Side.results) {
            values.add(exchange.request()
                    .map(request -> request.arguments().toString())
                    .orElse(exchange.unreadable()));
        }
        if (side != Side.requests) {
            values.addAll(exchange.answer()
                    .map(CsvLines::answer)
                    .orElse(List.of(ResultParts.WAITING, "", "", "", "", "", "", "", "", "", "", "")));
        }
        return line(values);
    }

    private static List<String> answer(Exchange.Answer answer) {
        final ResultParts outcome = ResultParts.of(answer.frame());
        final Exchange.Call call = answer.call().orElse(new Exchange.Call(0, 0));
        return List.of(
                outcome.kind(),
                outcome.count().map(Object::toString).orElse(""),
                outcome.rows().map(Object::toString).orElse(""),
                outcome.failure().map(failure -> failure.kind().name()).orElse(""),
                outcome.failure().map(failure -> failure.code()).orElse(""),
                outcome.failure().map(failure -> failure.message()).orElse(""),
                answer.position().toString(),
                time(answer.writtenNanos()),
                time(answer.readNanos()),
                time(call.begunNanos()),
                time(call.endedNanos()),
                answer.call().isPresent() ? Integer.toString(answer.asked()) : "");
    }

    private static String time(long nanos) {
        return nanos == 0 ? "" : Times.of(nanos);
    }

    private static String line(List<String> values) {
        try {
            return WRITER.writeValueAsString(values.toArray(new String[0])).stripTrailing();
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("text is always written", e);
        }
    }
}
