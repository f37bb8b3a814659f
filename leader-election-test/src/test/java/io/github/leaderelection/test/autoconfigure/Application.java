package io.github.leaderelection.test.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * An application with a job for the leader alone.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
class Application {

	@Bean
	Books books() {
		return new Books();
	}

	@Bean
	Diary diary(Ledger ledger) {
		return new Diary(ledger);
	}

	@Bean
	Ledger ledger() {
		return new Ledger();
	}

	static class Books {

		private int closed;

		@LeaderOnly
		void close() {
			this.closed++;
		}

		int closed() {
			return this.closed;
		}

	}

	/**
	 * Hears of grants, and opens the ledger.
	 */
	static class Diary {

		private final List<Object> events = new ArrayList<>();

		private final Ledger ledger;

		Diary(Ledger ledger) {
			this.ledger = ledger;
		}

		List<Object> events() {
			return this.events;
		}

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			this.events.add(event);
			this.ledger.open(event.fencingToken());
		}

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			this.events.add(event);
		}

	}

	static class Ledger {

		void open(long fencingToken) {
			// for a test to replace
		}

	}

	@RestController
	static class LeaderController {

		private final LeaderElector elector;

		LeaderController(LeaderElector elector) {
			this.elector = elector;
		}

		@GetMapping("/leading")
		String leading() {
			return this.elector.isLeader() ? "yes" : "no";
		}

	}

}
