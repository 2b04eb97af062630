package dev.sluice.replay.act;

import dev.sluice.internal.text.Plural;
import dev.sluice.replay.exchange.Selection.Choice;
import dev.sluice.service.exchange.Exchange;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts the requests that a redrive reads, to say why it has selected none. For one thread. */
final class WhyNone {

    private final Choice choice;
    private final boolean lost;
    private long read;
    private long meant;
    private long named;
    private long keyed;
    private long failed;

    /** @param lost whether updates that succeeded are meant, and not failed requests */
    WhyNone(Choice choice, boolean lost) {
        this.choice = choice;
        this.lost = lost;
    }

    /** @param isMeant whether the request could be selected: it has failed, or is an update that has succeeded */
    void read(Exchange exchange, boolean isMeant) {
        read++;
        if (isMeant) {
            meant++;
            named += choice.takesName(exchange) ? 1 : 0;
            keyed += choice.takesKey(exchange) ? 1 : 0;
            failed += choice.takesFailure(exchange) ? 1 : 0;
        }
    }

    String text() {
        if (meant == 0) {
            final String how = lost ? " is an update that succeeded" : " has failed";
            return read == 0 ? "there is no request in that part of the queue" : none(read, "request", "requests", how);
        }
        final String one = lost ? "update that succeeded" : "failed request";
        final String many = lost ? "updates that succeeded" : "failed requests";
        if (named == 0) {
            return none(meant, one, many, " is for " + listed(choice.names()));
        }
        if (keyed == 0) {
            return none(meant, one, many, " has " + listed(choice.keys()) + " among its arguments");
        }
        return none(
                meant,
                one,
                many,
                failed == 0 ? " failed with " + listed(choice.failures()) : " fits all these options");
    }

    private static String listed(Set<?> texts) {
        return texts.stream().map(String::valueOf).sorted().collect(Collectors.joining(" or "));
    }

    private static String none(long count, String one, String many, String how) {
        return "of " + Plural.of(count, one, many) + " none" + how;
    }
}
