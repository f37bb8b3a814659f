package io.github.leaderelection.compatibility.jpa;

import io.github.leaderelection.spring.LeaderOnly;
import jakarta.persistence.EntityManager;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * An application with JPA, whose leader books.
 */
@SpringBootApplication
public class BookingApplication {

	@Component
	static class Bookings {

		private final EntityManager entities;

		Bookings(EntityManager entities) {
			this.entities = entities;
		}

		@LeaderOnly(transactional = true, onFollower = LeaderOnly.OnFollower.THROW)
		public void book(String id, Runnable then) {
			this.entities.persist(new Booking(id));
			then.run();
		}

	}

	/** Looks between the check and the commit. */
	@Bean
	LastLook lastLook() {
		return new LastLook();
	}

}
