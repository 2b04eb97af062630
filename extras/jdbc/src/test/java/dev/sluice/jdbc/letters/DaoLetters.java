package dev.sluice.jdbc.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.jdbc.SluiceDataSource;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.LongStream;

/** The letters job over a DAO: queues, file, kind of the DAO, number of contracts. */
final class DaoLetters {

    static final LocalDate DATE = LocalDate.of(2027, 1, 1);

    private DaoLetters() {}

    public static void main(String[] args) {
        System.out.println(
                run(Path.of(args[0]), Path.of(args[1]), LetterDao.Kind.valueOf(args[2]), Integer.parseInt(args[3])));
    }

    static JobReport run(Path queues, Path letters, LetterDao.Kind kind, int contracts) {
        final List<Long> ids = LongStream.rangeClosed(1, contracts).boxed().toList();
        try (GatewayClient client = GatewayClient.open(queues);
                Job job = client.job("letters", kind.name())) {
            final LetterDao dao = kind.over(SluiceDataSource.of(client));
            return job.run(
                    ids, id -> Long.toString(id), (id, gateway) -> dao.letter(id, DATE), FileSink.lines(letters));
        }
    }
}
