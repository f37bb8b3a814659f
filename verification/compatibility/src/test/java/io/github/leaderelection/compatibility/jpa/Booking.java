package io.github.leaderelection.compatibility.jpa;

import java.util.concurrent.atomic.AtomicInteger;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;

/**
 * An entity that is written as late as it can be, as the database gives it no id.
 */
@Entity
public class Booking {

	/** How many were written. */
	@Transient
	static final AtomicInteger WRITTEN = new AtomicInteger();

	@Id
	private String id = "";

	protected Booking() {
	}

	Booking(String id) {
		this.id = id;
	}

	public String getId() {
		return this.id;
	}

	@PostPersist
	void written() {
		WRITTEN.incrementAndGet();
	}

}
