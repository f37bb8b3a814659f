package io.github.leaderelection.test.example;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipGrantedEvent;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;

/**
 * An application whose tests the guide shows.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
class Invoicing {

	@Bean
	InvoiceJob invoiceJob() {
		return new InvoiceJob();
	}

	@Bean
	Cache cache() {
		return new Cache();
	}

	static class InvoiceJob {

		private int runs;

		@LeaderOnly
		void chargeCustomers() {
			this.runs++;
		}

		int runs() {
			return this.runs;
		}

	}

	/**
	 * Filled when leadership is granted.
	 */
	static class Cache {

		private final List<Long> filledUnder = new ArrayList<>();

		List<Long> filledUnder() {
			return this.filledUnder;
		}

		@EventListener
		void fill(LeadershipGrantedEvent event) {
			this.filledUnder.add(event.fencingToken());
		}

	}

	/**
	 * Asks the elector itself.
	 */
	static class Mailer {

		private final LeaderElector elector;

		private int sent;

		Mailer(LeaderElector elector) {
			this.elector = elector;
		}

		void send() {
			this.elector.runIfLeader(() -> this.sent++);
		}

		int sent() {
			return this.sent;
		}

	}

}
