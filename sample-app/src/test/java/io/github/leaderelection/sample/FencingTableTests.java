package io.github.leaderelection.sample;

import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The guard finds its table, which the application makes when it starts.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = { "leader-election.peers=",
		"leader-election.standalone=true", "spring.datasource.url=jdbc:h2:mem:fencing", "sample.database=unused",
		"leader-election.fencing.guard=jdbc",
		"spring.sql.init.schema-locations=classpath:schema.sql,classpath:io/github/leaderelection/jdbc/schema-h2.sql" })
class FencingTableTests {

	@Test
	void guardIsMadeAfterItsTable(@Autowired FencingGuard guard, @Autowired TransactionTemplate transaction) {
		transaction.executeWithoutResult((status) -> guard.check("ledger", 15));
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> transaction.executeWithoutResult((status) -> guard.check("ledger", 14)));
		assertThat(guard.highest("ledger")).hasValue(15);
	}

}
