package io.github.leaderelection.compatibility.app;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/**
 * Something that is kept in the database.
 */
@Entity
public class Item {

	@Id
	@GeneratedValue
	private Long id;

	private String name;

	protected Item() {
	}

	Item(String name) {
		this.name = name;
	}

	public Long getId() {
		return this.id;
	}

	public String getName() {
		return this.name;
	}

}
