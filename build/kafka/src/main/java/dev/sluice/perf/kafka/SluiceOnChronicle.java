package dev.sluice.perf.kafka;

import dev.sluice.api.Requests;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Looks up accounts through a gateway on Chronicle's queues, and reads the results with a client. */
final class SluiceOnChronicle implements LookupWorker {

    private final Opened opened = new Opened();
    private final Service service;
    private AnswersInOrder answers = new AnswersInOrder(new long[0]);

    SluiceOnChronicle(Database database, Path directory, List<String> options)
            throws IOException, InterruptedException {
        try {
            final HostedGateways gateways = opened.add(HostedGateways.start(directory, options.toArray(String[]::new)));
            this.service = opened.add(gateways.open(directory, SluiceOnKafka.configuration(database)));
        } catch (final IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    @Override
    public ChildJvm worker() {
        return service.jvm();
    }

    @Override
    public void ask(long[] ids) {
        final Requests requests = service.client().requests();
        answers = new AnswersInOrder(ids, requests.lastSequence());
        for (final long id : ids) {
            requests.lookup(Account.LOOKUP, id);
        }
    }

    @Override
    public void await() {
        service.await(answers);
    }

    @Override
    public void check() {
        answers.checkAll();
    }

    @Override
    public Account ask(long id) {
        throw new UnsupportedOperationException(
                "not supported here: use 'perf micro' to measure a single lookup on Chronicle's queues");
    }

    @Override
    public void close() {
        opened.close();
    }
}
