package io.github.leaderelection.store.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.SequenceBuffer;
import io.github.leaderelection.fencing.SequenceGate;
import io.github.leaderelection.fencing.web.FencingTokenExchangeFilter;
import io.github.leaderelection.fencing.web.FencingTokenFilter;
import io.github.leaderelection.fencing.web.FencingTokenHeader;
import io.github.leaderelection.fencing.web.FencingTokenInterceptor;
import io.github.leaderelection.jdbc.FencingDialect;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipContext;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The examples of the guide on fencing, in an application.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableTransactionManagement
@Import({ FencingExamples.Ledger.class, FencingExamples.Books.class, FencingExamples.Partitions.class,
		FencingExamples.Entries.class, FencingExamples.Receiver.class })
class FencingExamples {

	@Bean
	DataSource database() {
		DataSource database = new DriverManagerDataSource("jdbc:h2:mem:fencing-examples;DB_CLOSE_DELAY=-1");
		new JdbcTemplate(database).execute("DROP ALL OBJECTS");
		new ResourceDatabasePopulator(new ClassPathResource(FencingDialect.H2.schemaLocation())).execute(database);
		new JdbcTemplate(database).execute("CREATE TABLE entry (text VARCHAR(100) NOT NULL)");
		return database;
	}

	@Bean
	JdbcTemplate jdbcTemplate(DataSource database) {
		return new JdbcTemplate(database);
	}

	@Bean
	DataSourceTransactionManager transactionManager(DataSource database) {
		return new DataSourceTransactionManager(database);
	}

	static class Clients {

		RestClient ledgerClient(RestClient.Builder builder, FencingTokenInterceptor fencing) {
			return builder.requestInterceptor(fencing).build();
		}

		WebClient reactiveLedgerClient(WebClient.Builder builder, FencingTokenExchangeFilter fencing) {
			return builder.filter(fencing).build();
		}

	}

	static class Ledger {

		private final FencingGuard guard;

		private final JdbcTemplate database;

		Ledger(FencingGuard guard, JdbcTemplate database) {
			this.guard = guard;
			this.database = database;
		}

		@Transactional
		public void enter(String text, long token) {
			this.guard.check("ledger", token);
			this.database.update("INSERT INTO entry (text) VALUES (?)", text);
		}

		List<String> entries() {
			return this.database.queryForList("SELECT text FROM entry", String.class);
		}

	}

	static class Books {

		private final Ledger ledger;

		Books(Ledger ledger) {
			this.ledger = ledger;
		}

		@LeaderOnly
		public void closeDay() {
			long token = LeadershipContext.current().orElseThrow().fencingToken();
			this.ledger.enter("closed", token);
		}

	}

	static class Partitions {

		private final FencingGuard guard;

		private final JdbcTemplate database;

		Partitions(FencingGuard guard, JdbcTemplate database) {
			this.guard = guard;
			this.database = database;
		}

		@Transactional
		public void enter(String partition, LeaderSequenceNumber owner) {
			this.guard.check(partition, owner);
			this.database.update("INSERT INTO entry (text) VALUES (?)", partition);
		}

	}

	@RestController
	static class Entries {

		private final Ledger ledger;

		Entries(Ledger ledger) {
			this.ledger = ledger;
		}

		@PostMapping("/entries")
		String enter(@RequestAttribute(FencingTokenFilter.ATTRIBUTE) FencingTokenHeader leader) {
			this.ledger.enter("from the leader of " + leader.group(), leader.token());
			return "entered";
		}

	}

	static class Receiver {

		private final SequenceGate gate;

		private final List<String> prices = new CopyOnWriteArrayList<>();

		private final SequenceBuffer<String> buffer = new SequenceBuffer<>(100, this.prices::add);

		Receiver(SequenceGate gate) {
			this.gate = gate;
		}

		List<String> prices() {
			return this.prices;
		}

		@Transactional
		void receive(LeaderSequenceNumber number, String text) {
			if (this.gate.passes("prices", number)) {
				this.prices.add(text);
			}
		}

		void receiveAll(LeaderSequenceNumber number, String text) {
			this.buffer.offer(number, text);
		}

	}

}
