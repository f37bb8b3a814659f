package io.github.leaderelection.sample;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.RepeatedTest;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaTests {

	private static final int INSTANCES = 4;

	@RepeatedTest(50)
	void instancesThatStartAtOnceAllFindTheirTables() throws Exception {
		String url = "jdbc:h2:mem:schema-" + System.nanoTime();
		CyclicBarrier together = new CyclicBarrier(INSTANCES);
		ExecutorService instances = Executors.newFixedThreadPool(INSTANCES);
		try (Connection first = DriverManager.getConnection(url)) {
			List<Callable<Boolean>> starts = new ArrayList<>();
			for (int i = 0; i < INSTANCES; i++) {
				starts.add(() -> start(url, together));
			}
			for (Future<Boolean> start : instances.invokeAll(starts)) {
				assertThat(start.get()).isTrue();
			}
			assertThat(first.isValid(0)).isTrue();
		}
		finally {
			instances.shutdown();
			assertThat(instances.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
		}
	}

	private static boolean start(String url, CyclicBarrier together) throws Exception {
		try (Connection connection = DriverManager.getConnection(url)) {
			together.await();
			ScriptUtils.executeSqlScript(connection, new ClassPathResource("schema.sql"));
			return connection.prepareStatement("select count(*) from job_run").execute();
		}
	}

}
