package io.github.leaderelection.test.autoconfigure;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.test.TestElection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what is left of one test in the next, by tests that are run step by step.
 */
class ResetTests {

	@AfterAll
	static void dropContexts() throws Exception {
		for (Class<?> type : new Class<?>[] { Leading.class, Following.class, Mocked.class, InTransaction.class }) {
			new TestContextManager(type).getTestContext()
				.markApplicationContextDirty(DirtiesContext.HierarchyMode.EXHAUSTIVE);
		}
	}

	@Test
	void electionIsAsAtFirstAfterEachTest() throws Exception {
		Run<Leading> run = new Run<>(new Leading());
		LeaderElector elector = run.test.election.elector();
		long token = elector.leadership().orElseThrow().fencingToken();
		run.test.election.leader(NodeId.of("b"));
		assertThat(elector).isFollower();
		run.end();
		assertThat(elector).isLeader().hasFencingTokenGreaterThan(token);
	}

	@Test
	void testsThatBeginAlikeShareAContextAndOthersDoNot() throws Exception {
		ApplicationContext leading = new Run<>(new Leading()).context();
		assertThat(new Run<>(new Leading()).context()).isSameAs(leading);
		assertThat(new Run<>(new LeadingToo()).context()).isSameAs(leading);
		Run<Following> following = new Run<>(new Following());
		assertThat(following.context()).isNotSameAs(leading);
		assertThat(following.test.election.elector()).isFollower();
		assertThat(new Run<>(new Leading()).test.election.elector()).isLeader();
	}

	@Test
	void contextThatWasPausedBeginsAnew() throws Exception {
		Run<Leading> run = new Run<>(new Leading());
		ConfigurableApplicationContext context = (ConfigurableApplicationContext) run.context();
		context.stop();
		assertThat(run.test.election.elector()).isFollower();
		context.start();
		assertThat(run.test.election.elector()).isLeader();
	}

	@Test
	void contextThatATestMadeDirtyIsNotUsedAgain() throws Exception {
		Run<Dirty> run = new Run<>(new Dirty());
		TestElection first = run.test.election;
		first.revoke(RevocationReason.STALLED);
		run.end();
		assertThat(first.node().isRunning()).isFalse();
		Run<Dirty> next = new Run<>(new Dirty());
		assertThat(next.test.election).isNotSameAs(first);
		assertThat(next.test.election.elector()).isLeader();
		next.end();
	}

	@Test
	void whatMocksHearOfTheResetIsNotLeftForTheNextTest() throws Exception {
		Run<Mocked> run = new Run<>(new Mocked());
		run.test.election.expireLease();
		run.end();
		assertThat(run.test.election.elector()).hasFencingToken(2);
		assertThat(Mockito.mockingDetails(run.test.ledger).getInvocations()).isEmpty();
	}

	@Test
	void whatTheApplicationDoesAtTheResetIsRolledBackWithTheTest() throws Exception {
		Run<InTransaction> run = new Run<>(new InTransaction());
		run.test.election.expireLease();
		run.end();
		assertThat(run.context().getBean(Transactions.class).seen).containsExactly("begin", "revoked in a transaction",
				"granted in a transaction", "rollback");
	}

	@Test
	void testWithoutTheAnnotationIsLeftAlone() throws Exception {
		Run<Plain> run = new Run<>(new Plain());
		assertThat(run.context().getBeanNamesForType(TestElection.class)).isEmpty();
		run.end();
	}

	/**
	 * One test, from its preparation on.
	 *
	 * @param <T> its class
	 */
	private static final class Run<T> {

		private final TestContextManager manager;

		private final T test;

		private final Method method;

		Run(T test) throws Exception {
			this.test = test;
			this.manager = new TestContextManager(test.getClass());
			this.method = test.getClass().getDeclaredMethod("method");
			this.manager.beforeTestClass();
			this.manager.prepareTestInstance(test);
			this.manager.beforeTestMethod(test, this.method);
		}

		ApplicationContext context() {
			return this.manager.getTestContext().getApplicationContext();
		}

		void end() throws Exception {
			this.manager.afterTestMethod(this.test, this.method, null);
			this.manager.afterTestClass();
		}

	}

	@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
	@AutoConfigureLeaderElection(leading = true)
	static class Leading {

		@Autowired
		TestElection election;

		void method() {
			// stands for a test
		}

	}

	@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
	@AutoConfigureLeaderElection(leading = true)
	static class LeadingToo {

		void method() {
			// stands for a test
		}

	}

	@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
	@AutoConfigureLeaderElection
	static class Following {

		@Autowired
		TestElection election;

		void method() {
			// stands for a test
		}

	}

	@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE,
			properties = "test.context=dirty")
	@AutoConfigureLeaderElection(leading = true)
	@DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
	static class Dirty {

		@Autowired
		TestElection election;

		void method() {
			// stands for a test
		}

	}

	@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
	@AutoConfigureLeaderElection(leading = true)
	static class Mocked {

		@Autowired
		TestElection election;

		@MockitoBean
		Application.Ledger ledger;

		void method() {
			// stands for a test
		}

	}

	@SpringBootTest(classes = Transactions.class, webEnvironment = WebEnvironment.NONE)
	@AutoConfigureLeaderElection(leading = true)
	@Transactional
	static class InTransaction {

		@Autowired
		TestElection election;

		void method() {
			// stands for a test
		}

	}

	/**
	 * Transactions, and what happens in them.
	 */
	@SuppressWarnings("serial") // Nobody serializes it.
	static class Transactions extends AbstractPlatformTransactionManager {

		private final List<String> seen = new ArrayList<>();

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			this.seen.add("begin");
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			this.seen.add("commit");
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			this.seen.add("rollback");
		}

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			see("granted");
		}

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			see("revoked");
		}

		private void see(String what) {
			if (TransactionSynchronizationManager.isActualTransactionActive()) {
				this.seen.add(what + " in a transaction");
			}
		}

	}

	@SpringBootTest(classes = ResetTests.class, webEnvironment = WebEnvironment.NONE)
	static class Plain {

		void method() {
			// stands for a test
		}

	}

}
