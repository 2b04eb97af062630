package dev.sluice.service.rest;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.rest.answer.ItemAnswer;
import java.util.ArrayList;
import java.util.List;

/** Answers as a job would be told them, each as one line. */
final class Told {

    private static final RequestRef REQUEST = new RequestRef(1, 2, 3, "any");

    private Told() {}

    static List<String> lines(List<ItemAnswer> answers) {
        return answers.stream().map(Told::line).toList();
    }

    static String line(ItemAnswer answer) {
        if (answer instanceof ItemAnswer.Answered answered) {
            return line(answered.outcome());
        }
        if (answer instanceof ItemAnswer.Again again) {
            return "again: " + again.reason();
        }
        if (answer instanceof ItemAnswer.InDoubt doubt) {
            return "in doubt " + doubt.code() + ": " + doubt.reason();
        }
        if (answer instanceof ItemAnswer.Misfit misfit) {
            return "misfit: " + misfit.reason();
        }
        return "missing";
    }

    /** The rows of a lookup, or of a reply. */
    static Rows rows(ItemAnswer answer) {
        final List<Rows> rows = new ArrayList<>();
        deliver(((ItemAnswer.Answered) answer).outcome(), new Handler(new ArrayList<>(), rows));
        return rows.get(0);
    }

    /** The rows of the only answer. */
    static Rows rows(List<ItemAnswer> answers) {
        if (answers.size() != 1) {
            throw new IllegalArgumentException(answers.size() + " answers");
        }
        return rows(answers.get(0));
    }

    private static String line(Outcome outcome) {
        final List<String> lines = new ArrayList<>();
        deliver(outcome, new Handler(lines, new ArrayList<>()));
        return lines.get(0);
    }

    private static void deliver(Outcome outcome, Results results) {
        final MessageWriter message = ResultFrame.begin(new MessageWriter(), outcome.kind(), REQUEST.name());
        outcome.write(message);
        ResultFrame.end(message, 1, 1, REQUEST, 0, 0, 0);
        ResultFrame.decode(message.buffer(), 0, message.size(), new MessageReader(), new KnownColumns())
                .deliver(results);
    }

    private record Handler(List<String> lines, List<Rows> found) implements Results {

        @Override
        public void rows(RequestRef request, Rows rows) {
            lines.add("found " + rows);
            found.add(rows);
        }

        @Override
        public void replied(RequestRef request, Rows reply) {
            lines.add("replied " + reply);
            found.add(reply);
        }

        @Override
        public void notFound(RequestRef request) {
            lines.add("not found");
        }

        @Override
        public void updated(RequestRef request, long count) {
            lines.add("updated " + count);
        }

        @Override
        public void failed(RequestRef request, Failure failure) {
            lines.add("failed " + failure.kind() + " " + failure.code() + ": " + failure.message());
        }
    }
}
