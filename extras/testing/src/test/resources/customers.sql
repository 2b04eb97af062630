CREATE TABLE customer (id BIGINT PRIMARY KEY, first_name TEXT, last_name TEXT);
INSERT INTO customer VALUES (1, 'Ada', 'Lovelace');
INSERT INTO customer VALUES (2, 'Grace', 'Hopper');
