package dev.sluice.examples.springbatch;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.SimpleCommandLinePropertySource;

/** Starts the job with {@code --queues=DIR --database=URL --file=FILE --date=DATE}. */
public final class Main {

    private Main() {}

    /** Runs the job for the given date, or continues where the last execution for this date failed or was killed. */
    public static void main(String[] args) throws Exception {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new SimpleCommandLinePropertySource(args));
            context.register(LettersInSpringBatch.class);
            context.refresh();
            final Job job = context.getBean(Job.class);
            final JobOperator operator = context.getBean(JobOperator.class);
            // Nobody else runs this job, so an execution that Spring takes to be running was killed.
            context.getBean(JobRepository.class)
                    .findRunningJobExecutions(job.getName())
                    .forEach(operator::recover);
            final String date = context.getEnvironment().getRequiredProperty("date");
            final JobExecution execution = operator.start(
                    job, new JobParametersBuilder().addString("date", date).toJobParameters());
            if (execution.getStatus().isUnsuccessful()) {
                throw new IllegalStateException("the job failed; remove the cause, then run it again: " + execution);
            }
        }
    }
}
