package dev.sluice.replay.look;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.JsonLines;
import dev.sluice.replay.exchange.Lines.Side;
import dev.sluice.replay.exchange.Times;
import java.util.Locale;

/** A life for programs: the object that {@code cat both} writes, with more members. Members are only ever added. */
public final class LifeJson {

    private static final double MICROS = 1e3;

    private LifeJson() {}

    /** One line. */
    public static String of(Life life) {
        final Exchange exchange = life.exchange();
        final ObjectNode object = JsonLines.object(exchange, Side.both);
        exchange.request().ifPresent(request -> types(object.putArray("types"), request.arguments()));
        object.put("requestBytes", life.requestBytes());
        life.redriveOf().ifPresent(position -> object.put("redriveOf", position.toString()));
        life.read().ifPresent(together -> object.set("readTogether", Json.of(together)));
        life.call().ifPresent(together -> object.set("callTogether", Json.of(together)));
        exchange.answer().ifPresent(answer -> answer(object, life, answer));
        life.waiting().ifPresent(waiting -> waiting(object.putObject("waiting"), waiting));
        object.put("lost", life.isLost());
        return object.toString();
    }

    private static void types(ArrayNode types, Arguments arguments) {
        for (int i = 0; i < arguments.count(); i++) {
            types.add(arguments.type(i).name().toLowerCase(Locale.ROOT));
        }
    }

    private static void answer(ObjectNode object, Life life, Exchange.Answer answer) {
        final long written = life.exchange().writtenNanos();
        object.put("resultNumber", answer.frame().sequence())
                .put("gatewayRun", Long.toHexString(answer.frame().writer()))
                .put("resultBytes", life.resultBytes());
        micros(object, "waitMicros", written, answer.readNanos());
        answer.call()
                .filter(Exchange.Call::isMade)
                .ifPresent(call -> micros(object, "callMicros", call.begunNanos(), call.endedNanos()));
        micros(object, "gatewayMicros", answer.readNanos(), answer.writtenNanos());
        micros(object, "totalMicros", written, answer.writtenNanos());
    }

    private static void micros(ObjectNode object, String name, long from, long to) {
        if (from != 0 && to != 0) {
            object.put(name, (to - from) / MICROS);
        }
    }

    private static void waiting(ObjectNode object, Life.Waiting waiting) {
        object.put("before", waiting.before())
                .put("first", waiting.first().position().toString())
                .put("firstName", waiting.first().name());
        Times.instant(waiting.first().writtenNanos())
                .ifPresent(written -> object.put("firstWritten", written.toString()));
        if (!waiting.unwell().isEmpty()) {
            object.set("backends", Json.of(waiting.unwell()));
        }
        waiting.decision().ifPresent(decision -> object.put("decided", decision.decided()));
    }
}
