package dev.sluice.service.jdbc.update;

import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.jdbc.connect.LeadingStatements;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.ParameterArray;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Runs a single statement instead of many executions of an update that changes one row, if PostgreSQL's catalog proves that both
 * have the same effect. The executions that one statement replaces are called a set. The catalog is read again whenever the
 * statement's {@link Footprints footprint} (the rows that it touches) is read again. Belongs to one worker.
 */
final class SetForms {

    private static final int KEPT = 256;

    /** The maximum size in bytes of the arguments of a set. The driver and the server hold all of them in memory. */
    private static final long MOST_BYTES = 4 << 20;

    private final Session session;
    private final LeadingStatements gathering;
    private final Footprints footprints;
    private final Map<FormKey, Found> known = new LinkedHashMap<>(16, 0.75f, true);

    private record FormKey(JdbcOperation operation, Signature signature) {}

    /** @param footprint the footprint from which the set form was derived; if the footprint changes, the form is derived again */
    private record Found(Footprint footprint, Optional<SetForm> form) {}

    /** @param gathering the statements to send with the next set */
    SetForms(Session session, LeadingStatements gathering, Footprints footprints) {
        this.session = session;
        this.gathering = gathering;
        this.footprints = footprints;
    }

    /** Forgets all forms, because the schema may have changed. */
    void forget() {
        known.clear();
    }

    /**
     * Runs the updates that can be combined into sets.
     *
     * @param outcomes the array that receives the outcomes of these updates, from {@code at} on
     * @return the indexes of the remaining updates in the list, in order; the caller runs these updates after this call
     */
    List<Integer> run(JdbcOperation operation, Signature signature, List<Question> updates, Outcome[] outcomes, int at)
            throws SQLException {
        final FormKey asked = new FormKey(operation, signature);
        final Optional<SetForm> form = operation.chunking() != Chunking.NEVER && updates.size() >= SetForm.FEWEST
                ? form(asked)
                : Optional.empty();
        if (form.isEmpty()) {
            return IntStream.range(0, updates.size()).boxed().toList();
        }
        try {
            return new Run(form.get(), signature, updates).run(outcomes, at);
        } catch (final SQLException e) {
            final Meaning meaning = session.meaning(e);
            if (meaning == Meaning.TEXT || meaning == Meaning.MISSING) {
                // If an update itself is faulty, it will fail with the same error when it is run singly.
                known.put(asked, new Found(footprint(asked), Optional.empty()));
            }
            throw e;
        }
    }

    private Footprint footprint(FormKey asked) {
        return footprints.known(asked.operation.text(), asked.signature);
    }

    private Optional<SetForm> form(FormKey asked) throws SQLException {
        final Footprint footprint = footprint(asked);
        final Found before = known.get(asked);
        if (before != null && before.footprint == footprint) {
            return before.form;
        }
        gathering.send();
        final Optional<SetForm> found = SetForm.find(session, asked.operation.text(), asked.signature, footprint);
        known.put(asked, new Found(footprint, found));
        if (known.size() > KEPT) {
            known.remove(known.keySet().iterator().next());
        }
        return found;
    }

    /** Runs adjacent updates that have the same statement. */
    private final class Run {

        private final SetForm form;
        private final Signature signature;
        private final List<Question> updates;
        private final ParameterArray[] arguments;

        Run(SetForm form, Signature signature, List<Question> updates) {
            this.form = form;
            this.signature = signature;
            this.updates = updates;
            this.arguments = session.binder().arrays(updates, signature, updates.size());
        }

        List<Integer> run(Outcome[] outcomes, int at) throws SQLException {
            final List<List<Integer>> sets = sets();
            for (int i = 0; i < sets.size(); i++) {
                if (sets.get(i).size() < SetForm.FEWEST) {
                    return sets.subList(i, sets.size()).stream()
                            .flatMap(List::stream)
                            .sorted()
                            .toList();
                }
                execute(sets.get(i), outcomes, at);
            }
            return List.of();
        }

        /**
         * Divides the updates into sets, and returns the indexes of each set's updates. If several updates change the same row,
         * the first of them is in the first set, the second in the second set, and so on.
         */
        private List<List<Integer>> sets() {
            final List<List<Integer>> rounds = new ArrayList<>();
            final Map<Object, Integer> before = new HashMap<>();
            for (int place = 0; place < updates.size(); place++) {
                final int round = form.inserts() ? 0 : before.merge(form.key(arguments, place), 1, Integer::sum) - 1;
                if (round == rounds.size()) {
                    rounds.add(new ArrayList<>());
                }
                rounds.get(round).add(place);
            }
            return rounds.stream().flatMap(round -> cut(round).stream()).toList();
        }

        private List<List<Integer>> cut(List<Integer> round) {
            final List<List<Integer>> cut = new ArrayList<>();
            int from = 0;
            long bytes = 0;
            for (int i = 0; i < round.size(); i++) {
                bytes += updates.get(round.get(i)).arguments().size();
                if (bytes > MOST_BYTES || i == round.size() - 1) {
                    cut.add(round.subList(from, i + 1));
                    from = i + 1;
                    bytes = 0;
                }
            }
            return cut;
        }

        private void execute(List<Integer> places, Outcome[] outcomes, int at) throws SQLException {
            final LeadingStatements.Gathered prepared = gathering.before(form.sql());
            session.binder().bind(prepared.statement(), prepared.parameter(), arguments(places), signature);
            session.trip();
            prepared.execute();
            final Outcome one = new Outcome.Updated(1);
            final Outcome unless = form.inserts() ? one : new Outcome.Updated(0);
            places.forEach(place -> outcomes[at + place] = unless);
            if (form.inserts()) {
                final int inserted = prepared.statement().getUpdateCount();
                if (inserted != places.size()) {
                    throw new IllegalStateException(inserted + " rows of " + places.size() + " inserts: " + form.sql());
                }
                return;
            }
            try (ResultSet found = prepared.statement().getResultSet()) {
                while (found.next()) {
                    final int place = at + places.get(found.getInt(1) - 1);
                    if (outcomes[place] == one) {
                        throw new IllegalStateException("two rows have the key of one update: " + form.sql());
                    }
                    outcomes[place] = one;
                }
            }
        }

        private ParameterArray[] arguments(List<Integer> places) {
            return places.size() == updates.size()
                    ? arguments
                    : session.binder().arrays(places.stream().map(updates::get).toList(), signature, places.size());
        }
    }
}
